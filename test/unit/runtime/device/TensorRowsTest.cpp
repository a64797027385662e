/// \file What threads of a block share under schedule tensorcore is what its plans count: the same
/// numbers as in test/unit/schedules/TensorcoreTest.cpp.
#include "stencilc/TensorCore.h"
#include <gtest/gtest.h>

namespace stencilc::tensor_rows_test {
TEST(TensorRows, AreAsLargeAsPlansSay) {
  EXPECT_EQ(sizeof(TensorRows<3, 2, 12, true>), 149888U);
  EXPECT_EQ((TensorRows<3, 2, 12, true>::kStored), 756);
  EXPECT_EQ(sizeof(TensorRows<4, 3, 8, false>), 75648U);
  EXPECT_EQ((TensorRows<4, 3, 8, false>::kStored), 488);
}

TEST(TensorRows, MarksArePartsOfAChunk) {
  for (const int rows :
       {1, 2, 31, 32, 33, 64, 2731, 4096, 1 << 30, (1 << 30) + 1, static_cast<int>(kMaxExtent)}) {
    TensorMarks marks(rows);
    marks.add(-1); // the second of two rows is the first
    EXPECT_EQ(marks.bits, 1U) << rows;
    marks.add(rows - 1);
    const int part = 31 - __builtin_clz(marks.bits);
    EXPECT_EQ(marks.final(part), rows - 1);
    EXPECT_LE(marks.first(part), rows - 1);
    EXPECT_EQ(marks.first(0), 0);
    if (part > 0) {
      EXPECT_EQ(marks.final(part - 1), marks.first(part) - 1);
    }
  }
}
} // namespace stencilc::tensor_rows_test
