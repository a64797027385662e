/// \file How warps share the columns of tiles of a plane.
#include "stencilc/WarpShares.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <vector>

using namespace stencilc;

namespace {

/// Sweeps all parts of all warps; the most steps that one takes, and the most parts.
struct Swept {
  int steps = 0, parts = 0;
  std::vector<int> times; // each plane of each column was stored

  explicit Swept(const WarpShares &shares)
      : times(std::size_t(shares.columns) * std::size_t(shares.planes)) {
    for (int warp = 0; warp < shares.warps(); ++warp)
      sweep(shares, shares.begin(warp), shares.begin(warp + 1));
  }

  bool isWhole() const {
    return std::all_of(times.begin(), times.end(), [](int stored) { return stored == 1; });
  }

private:
  void sweep(const WarpShares &shares, int place, int end) {
    int taken = 0, begun = 0;
    while (place < end) {
      const WarpPart part = shares.part(place, end);
      ASSERT_LT(part.begin, part.end);
      ASSERT_GT(part.next, place);
      for (int plane = part.begin; plane < part.end; ++plane)
        ++times[std::size_t(part.column) * std::size_t(shares.planes) + std::size_t(plane)];
      taken += part.end - part.begin + shares.extra;
      ++begun;
      place = part.next;
    }
    steps = std::max(steps, taken);
    parts = std::max(parts, begun);
  }
};

TEST(WarpSharesTest, eachPlaneOfEachColumnIsOneWarps) {
  for (int columns : {1, 2, 7, 71, 300})
    for (int planes : {1, 2, 5, 100, 1000})
      for (int extra : {0, 1, 2, 24})
        for (int warps : {1, 3, 8, 80, 1008}) {
          const WarpShares shares = shareColumns(columns, planes, extra, warps);
          const Swept swept(shares);
          ASSERT_TRUE(swept.isWhole()) << columns << " " << planes << " " << extra << " " << warps;
          ASSERT_LE(swept.steps, shares.steps());
        }
}

// 16384 squared in f32, by 126 multiprocessors: 14 chunks for each column, and 14 warps are left,
// which would begin in five columns each.
TEST(WarpSharesTest, allWarpsTakeAboutAsLong) {
  const WarpShares shares = shareColumns(69, 16384, 24, 1008 - 28);
  EXPECT_EQ(shares.longs, 13);
  EXPECT_EQ(shares.warps(), 980);
  EXPECT_LE(Swept(shares).parts, 3);
  EXPECT_LE(shares.steps(), 69 * (16384 + 24) / 980 + 24 + 2);
}

TEST(WarpSharesTest, noWarpOfASmallPlaneComputesMoreThanItStores) {
  const WarpShares shares = shareColumns(4, 200, 24, 1008);
  EXPECT_LE(shares.warps(), 4 * 224 / 48);
  EXPECT_EQ(shareColumns(4, 10, 24, 1008).warps(), 4) << "a column is one warp's at least";
}

TEST(WarpSharesTest, moreColumnsThanWarpsAreCutEvenly) {
  const WarpShares shares = shareColumns(1500, 1000, 10, 1008);
  EXPECT_EQ(shares.longs, 0);
  EXPECT_EQ(shares.warps(), 1008);
  EXPECT_LE(shares.steps(), 1500 * 1010 / 1008 + 12);
}

TEST(WarpSharesTest, endsHaveWholePairsOfMultiprocessors) {
  for (int inner : {5, 67, 156})
    for (int cost : {125, 250}) {
      const PlaneColumns columns = {.inner = inner, .ends = 2, .warps = 8, .cost = cost};
      const PlaneShares shares = sharePlane(columns, 132, 16384, 24);
      EXPECT_EQ(shares.endBlocks % 2, 0);
      EXPECT_LE(shares.innerBlocks(8) + shares.endBlocks, 132) << "one wave";
      EXPECT_GE(2 * shares.endChunks, 8 * (shares.endBlocks - 1)) << "no multiprocessor waits";
      // Within 4% of what warps would take that wait for nobody.
      const double even = (inner + 2 * cost * 0.01) * (16384 + 24) / (132 * 8) + 24;
      EXPECT_LE(shares.steps, 1.04 * even + 24 * cost * 0.01) << inner << " " << cost;
    }
}

TEST(WarpSharesTest, aPlaneOfEndsAloneHasAllMultiprocessors) {
  const PlaneShares shares =
      sharePlane({.inner = 0, .ends = 2, .warps = 8, .cost = 125}, 132, 16384, 24);
  EXPECT_GT(shares.endChunks, 300);
  EXPECT_EQ(shares.innerBlocks(8), 0);
}

TEST(WarpSharesTest, aFewMultiprocessorsTakeTurns) {
  for (int multiprocessors : {1, 2, 3}) {
    const PlaneShares shares =
        sharePlane({.inner = 7, .ends = 2, .warps = 8, .cost = 125}, multiprocessors, 100, 4);
    EXPECT_TRUE(Swept(shares.inner).isWhole());
  }
}

TEST(WarpSharesTest, noPlanesAreALaunch) {
  const PlaneColumns columns = {.inner = 7, .ends = 2, .warps = 8, .cost = 125};
  for (const PlaneShares &shares :
       {sharePlane(columns, 132, 0, 24), shareInChunks(columns, 0, 24, 3)}) {
    EXPECT_EQ(shares.endBlocks, 2);
    EXPECT_EQ(shares.innerBlocks(8), 1);
  }
}

TEST(WarpSharesTest, chunksThatAreAskedFor) {
  for (int planes : {1, 5, 16384})
    for (int chunks : {1, 2, 13, 100}) {
      const PlaneShares shares =
          shareInChunks({.inner = 7, .ends = 2, .warps = 8, .cost = 250}, planes, 24, chunks);
      EXPECT_EQ(shares.inner.warps(), 7 * std::min(chunks, planes));
      EXPECT_TRUE(Swept(shares.inner).isWhole());
      EXPECT_LE(shares.endChunks, planes);
    }
}

} // namespace
