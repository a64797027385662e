/// \file What threads of a block share under schedule tensorcore is what its plans count: the same
/// numbers as in test/unit/schedules/TensorcoreTest.cpp.
#include "stencilc/TensorCore.h"
#include <gtest/gtest.h>

using namespace stencilc;

TEST(TensorRows, AreAsLargeAsPlansSay) {
  EXPECT_EQ(sizeof(TensorRows<3, 2, 12, true>), 149888U);
  EXPECT_EQ((TensorRows<3, 2, 12, true>::kStored), 756);
  EXPECT_EQ(sizeof(TensorRows<4, 3, 8, false>), 75648U);
  EXPECT_EQ((TensorRows<4, 3, 8, false>::kStored), 488);
}
