/// \file How blocks share the strips of a plane.
#include "stencilc/StripShares.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <vector>

using namespace stencilc;

namespace {

/// Sweeps all parts of all blocks; the most steps that a block takes.
struct SweptStrips {
  double steps = 0;
  std::vector<int> times; // each row of each strip was stored

  explicit SweptStrips(const StripShares &shares)
      : times(std::size_t(shares.swept.columns) * std::size_t(shares.swept.rows)) {
    for (int block = 0; block < shares.blocks(); ++block)
      sweep(shares, shares.begin(block), shares.begin(block + 1));
  }

  bool isWhole() const {
    return std::all_of(times.begin(), times.end(), [](int stored) { return stored == 1; });
  }

private:
  void sweep(const StripShares &shares, int place, int end) {
    double taken = 0;
    while (place < end) {
      const WarpPart part = shares.part(place, end);
      ASSERT_EQ(part.begin % 2, 0) << "rows come in pairs";
      ASSERT_LT(part.begin, part.end);
      ASSERT_GT(part.next, place);
      for (int row = part.begin; row < part.end; ++row)
        ++times[std::size_t(part.column) * std::size_t(shares.swept.rows) + std::size_t(row)];
      const bool isEnd = part.column == 0 || part.column == shares.swept.columns - 1;
      taken += (ceilDiv(part.end - part.begin, 2) + shares.swept.extra) *
               (isEnd ? shares.swept.cost * 0.01 : 1.0);
      place = part.next;
    }
    steps = std::max(steps, taken);
  }
};

TEST(StripSharesTest, eachRowOfEachStripIsOneBlocks) {
  for (int columns : {1, 2, 3, 7, 34, 300})
    for (int rows : {1, 2, 3, 50, 777})
      for (int extra : {4, 15})
        for (int multiprocessors : {1, 3, 132}) {
          const StripShares shares = shareStrips({columns, rows, extra, 130}, multiprocessors);
          const SweptStrips swept(shares);
          ASSERT_TRUE(swept.isWhole()) << columns << " " << rows << " " << multiprocessors;
          ASSERT_LE(swept.steps, shares.steps + 1e-9);
        }
}

// 16384 squared by an H200: strips of 488 cells, which took 1.15 times the steps in chunks of one
// length.
TEST(StripSharesTest, allBlocksTakeAboutAsLong) {
  const StripShares shares =
      shareStrips({.columns = 34, .rows = 16384, .extra = 16, .cost = 115}, 132);
  EXPECT_LE(shares.blocks(), 132);
  EXPECT_LE(shares.steps, 1.05 * 34 * (8192 + 3.5 * 16) / 132);
}

TEST(StripSharesTest, chunksThatAreAskedFor) {
  for (int columns : {1, 2, 5})
    for (int rows : {1, 9, 100}) {
      const StripShares shares = shareStripsInChunks({columns, rows, 8, 115}, 3);
      EXPECT_TRUE(SweptStrips(shares).isWhole()) << columns << " " << rows;
      EXPECT_EQ(shares.inner.warps(), std::max(columns - 2, 0) * std::min(3, ceilDiv(rows, 2)));
    }
}

} // namespace
