/// \file How many planes a block has on its way among others.
#include "stencilc/Pace.h"
#include "gtest/gtest.h"

using namespace stencilc;

namespace {

PaceOfAll of(UInt64 blocks, UInt64 steps) { return {blocks * PaceOfAll::kBlock + steps}; }

TEST(PaceTest, blocksAtTheAverageAndBehindHaveAll) {
  const PaceOfAll all = of(128, 128 * 50);
  EXPECT_EQ(all.blocks(), 128u);
  EXPECT_EQ(all.average(), 50u);
  for (UInt64 mine : {0, 49, 50, 51})
    EXPECT_EQ(all.reach(mine, 4), 4);
}

TEST(PaceTest, eachStepAheadIsAPlaneLess) {
  const PaceOfAll all = of(128, 128 * 50);
  EXPECT_EQ(all.reach(52, 4), 3);
  EXPECT_EQ(all.reach(53, 4), 2);
  EXPECT_EQ(all.reach(54, 4), 1);
  EXPECT_EQ(all.reach(1000, 4), 1);
  EXPECT_EQ(all.reach(52, 3), 2);
}

TEST(PaceTest, theAverageIsNotRoundedWhereABlockIsComparedWithIt) {
  EXPECT_EQ(of(2, 101).reach(52, 4), 3); // 1.5 ahead
  EXPECT_EQ(of(2, 102).reach(52, 4), 4); // 1 ahead
}

TEST(PaceTest, aBlockAloneIsNeverAhead) {
  EXPECT_EQ(of(1, 7).reach(7, 4), 4);
  EXPECT_EQ(of(0, 0).reach(1, 4), 4); // it has seen nobody yet
  EXPECT_EQ(of(0, 0).average(), 0u);
}

TEST(PaceTest, stepsNeverCountAsBlocks) {
  const UInt64 blocks = 1 << 20, steps = 1 << 19;
  EXPECT_EQ(of(blocks, blocks * steps).blocks(), blocks);
  EXPECT_EQ(of(blocks, blocks * steps).average(), steps);
}

} // namespace
