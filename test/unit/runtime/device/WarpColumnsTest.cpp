/// \file How columns of tiles of a plane are cut into chunks.
#include "stencilc/WarpColumns.h"
#include "gtest/gtest.h"

using namespace stencilc;

namespace {

/// What all blocks take, of which as many run at a time as there are multiprocessors.
double stepsOf(const WarpColumns &columns, int chunks, int multiprocessors, int cells, int extra) {
  return double(columns.waves(chunks, multiprocessors)) * (ceilDiv(cells, chunks) + extra);
}

TEST(WarpColumnsTest, blocksOfEndsAndOthersAreApart) {
  const WarpColumns columns = {.inner = 71, .ends = 2, .endChunks = 2, .warps = 8};
  EXPECT_EQ(columns.innerBlocks(1), 9);
  EXPECT_EQ(columns.endBlocks(1), 1);
  EXPECT_EQ(columns.waves(1, 10), 1);
  EXPECT_EQ(columns.waves(1, 9), 2);
}

// 16384 squared in f32 on 132 multiprocessors: 75 x 14 warps are 132 blocks, and 77 x 14 would be
// 136.
TEST(WarpColumnsTest, oneWaveIsPlannedByBlocks) {
  const WarpColumns two = {.inner = 71, .ends = 2, .endChunks = 2, .warps = 8};
  EXPECT_EQ(chooseChunks(two, 132, 16384, 24), 14);
  EXPECT_EQ(two.waves(14, 132), 1);
  const WarpColumns three = {.inner = 71, .ends = 2, .endChunks = 3, .warps = 8};
  EXPECT_EQ(chooseChunks(three, 132, 16384, 24), 27);
  // Those at the ends of rows begin a block of their own.
  const WarpColumns full = {.inner = 63, .ends = 1, .endChunks = 1, .warps = 32};
  EXPECT_EQ(full.waves(16, 33), 1);
  EXPECT_EQ(full.waves(16, 32), 2) << "64 x 16 warps side by side would be 32 blocks";
}

TEST(WarpColumnsTest, noOtherNumberOfChunksIsMuchBetter) {
  for (int inner : {0, 1, 17, 71, 400})
    for (int endChunks : {2, 3, 6})
      for (int multiprocessors : {1, 20, 132})
        for (int cells : {1, 40, 1000, 16384})
          for (int extra : {2, 24}) {
            const WarpColumns columns = {inner, 2, endChunks, 8};
            const int chosen = chooseChunks(columns, multiprocessors, cells, extra);
            ASSERT_GE(chosen, 1);
            ASSERT_LE(chosen, cells);
            const double steps = stepsOf(columns, chosen, multiprocessors, cells, extra);
            for (int chunks = 1; chunks <= cells && ceilDiv(cells, chunks) > 2 * extra; ++chunks)
              ASSERT_GE(stepsOf(columns, chunks, multiprocessors, cells, extra), 0.98 * steps)
                  << chunks << " for " << chosen;
          }
}

TEST(WarpColumnsTest, manyColumnsDoNotTakeLong) {
  EXPECT_GE(chooseChunks({40'000'000, 2, 3, 8}, 132, 1 << 20, 5), 1);
}

} // namespace
