/// \file Overlapping tiles cover an axis, are numbered faces first, and are cut into chunks that
/// fill the device.
#include "stencilc/Tiles.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace stencilc;

int roundUp(int value, int unit) { return (value + unit - 1) / unit * unit; }

/// Tiles as the planner makes them: `low` and `high` cells are lost towards each side, beyond the
/// ends `ghost` and `ghostHigh` are held; tiles begin at multiples of `unit`.
TileAxis tilesOf(int tile, int low, int high, int ghost, int ghostHigh, int unit) {
  TileAxis axis{};
  axis.tile = tile;
  axis.halo = roundUp(low, unit);
  axis.ghost = roundUp(ghost, unit);
  axis.ghostHigh = ghostHigh;
  axis.stride = (tile - axis.halo - high) / unit * unit;
  axis.first = (tile - axis.ghost - high) / unit * unit;
  return axis;
}

/// Calls `check` with many axes: halos of either side, faces that give values, keep, or are
/// periodic (all that is lost is computed beyond them).
template <class Check> void forEachAxis(Check check) {
  for (int tile : {16, 32, 64})
    for (int unit : {1, 2, 4})
      for (int low : {0, 1, 3, 6})
        for (int high : {0, 1, 4})
          for (int ghost : {0, std::min(1, low), low})
            for (int ghostHigh : {0, std::min(1, high), high})
              check(tilesOf(tile, low, high, ghost, ghostHigh, unit), high);
}

TEST(TilesTest, everyCellIsStoredByOneTile) {
  forEachAxis([](const TileAxis &axis, int) {
    for (int n = 1; n <= 200; ++n) {
      const int count = axis.count(n);
      int next = 0;
      for (int i = 0; i < count; ++i) {
        ASSERT_EQ(axis.storedBegin(i), next) << "tile " << i << " of " << n << " cells";
        ASSERT_LT(axis.storedBegin(i), axis.storedEnd(i, count, n)) << "a tile stores nothing";
        next = axis.storedEnd(i, count, n);
      }
      ASSERT_EQ(next, n);
    }
  });
}

TEST(TilesTest, tilesThatReachBeyondAreEnds) {
  int more = 0; // axes where others than the first and the last do
  forEachAxis([&](const TileAxis &axis, int) {
    for (int n = 1; n <= 200; ++n) {
      const int count = axis.count(n), ends = axis.ends(count, n), low = axis.lowEnds(count);
      ASSERT_GE(ends, std::min(count, 2));
      more += ends > 2;
      std::vector<bool> isEnd(static_cast<std::size_t>(count));
      for (int i = 0; i < ends; ++i)
        isEnd.at(static_cast<std::size_t>(axis.endTile(i, count))) = true;
      for (int i = 0; i < count; ++i) {
        const bool isInner = i >= low && i < low + count - ends;
        ASSERT_NE(isInner, isEnd[static_cast<std::size_t>(i)]) << "tile " << i << " of " << count;
        ASSERT_FALSE(isInner && (axis.begin(i) < 0 || axis.begin(i) + axis.tile > n))
            << "tile " << i << " of " << n << " cells";
      }
    }
  });
  EXPECT_GT(more, 0);
}

// The cells that a stored one depends on: as far as there are any.
TEST(TilesTest, aTileHoldsWhatItStoresAndItsHalo) {
  forEachAxis([](const TileAxis &axis, int high) {
    for (int n = 1; n <= 200; ++n) {
      const int count = axis.count(n);
      for (int i = 0; i < count; ++i) {
        const int from = std::max(axis.storedBegin(i) - axis.halo, -axis.ghost);
        const int to = std::min(axis.storedEnd(i, count, n) + high, n + axis.ghostHigh);
        ASSERT_LE(axis.begin(i), from) << "tile " << i << " of " << n << " cells";
        ASSERT_GE(axis.begin(i) + axis.tile, to) << "tile " << i << " of " << n << " cells";
      }
    }
  });
}

// Where nothing beyond the ends is held: the last tile ends with the axis, holds what it stores and
// its halo, and no other tile reaches the end, so that cells kept there are at an edge of a tile.
TEST(TilesTest, theLastTileCanEndWithTheAxis) {
  int times = 0;
  forEachAxis([&](const TileAxis &axis, int high) {
    for (int n = 1; n <= 200 && axis.ghost == 0 && axis.ghostHigh == 0; ++n) {
      if (!axis.canEndFlush(n, 2))
        continue;
      ++times;
      const int count = axis.count(n), last = axis.flushBegin(count - 1, count, n);
      ASSERT_EQ(last + axis.tile, n);
      ASSERT_EQ(last % 2, n % 2);
      ASSERT_LE(last, axis.begin(count - 1)) << n << " cells";
      for (int i = 0; i < count; ++i) {
        const int begin = axis.flushBegin(i, count, n);
        ASSERT_LE(begin, std::max(axis.storedBegin(i) - axis.halo, 0)) << i << " of " << n;
        ASSERT_GE(begin + axis.tile, std::min(axis.storedEnd(i, count, n) + high, n)) << i;
        ASSERT_TRUE(i == count - 1 || begin + axis.tile < n) << i << " of " << n;
      }
    }
  });
  EXPECT_GT(times, 1000);
}

// The same for any length: it ends there or less than a unit beyond, and begins as all tiles do.
TEST(TilesTest, theLastTileCanEndBeyondTheAxis) {
  for (int unit : {1, 2, 4})
    forEachAxis([&](const TileAxis &axis, int high) {
      for (int n = axis.tile; n <= 200 && axis.ghost == 0 && axis.ghostHigh == 0; ++n) {
        if (axis.halo % unit || axis.stride % unit || axis.first % unit)
          continue;
        const int count = axis.count(n), last = axis.shiftedBegin(count - 1, count, n, unit);
        ASSERT_EQ(last % unit, 0);
        ASSERT_GE(last + axis.tile, n);
        ASSERT_LT(last + axis.tile, n + unit);
        for (int i = 0; i < count; ++i) {
          const int begin = axis.shiftedBegin(i, count, n, unit);
          ASSERT_LE(begin, std::max(axis.storedBegin(i) - axis.halo, 0)) << i << " of " << n;
          ASSERT_GE(begin + axis.tile, std::min(axis.storedEnd(i, count, n) + high, n)) << i;
        }
      }
    });
}

TEST(TilesTest, noTileIsLeftThatIsNotNeeded) {
  forEachAxis([](const TileAxis &axis, int) {
    for (int n = 1; n <= 200; ++n)
      if (const int count = axis.count(n); count > 1) {
        ASSERT_LT(axis.begin(count - 2) + axis.tile, n + axis.ghostHigh);
      }
  });
}

TEST(TilesTest, theFirstTileFromACellBeginsThereOrBeyond) {
  forEachAxis([](const TileAxis &axis, int) {
    for (int x = -2 * axis.tile; x < 5 * axis.tile; ++x) {
      const int index = axis.firstFrom(x);
      EXPECT_GE(axis.begin(index), x);
      EXPECT_TRUE(index == 0 || axis.begin(index - 1) < x) << x;
    }
  });
}

TEST(TilesTest, numbersReachEveryTileFacesFirst) {
  for (int columns = 1; columns <= 9; ++columns)
    for (int rows = 1; rows <= 9; ++rows) {
      std::set<std::pair<int, int>> seen;
      for (int i = 0; i < columns * rows; ++i) {
        const auto [column, row] = tilePlace(i, columns, rows);
        ASSERT_TRUE(column >= 0 && column < columns && row >= 0 && row < rows)
            << i << " of " << columns << " x " << rows;
        const bool isFace = column == 0 || column == columns - 1 || row == 0 || row == rows - 1;
        EXPECT_EQ(isFace, i < faceTiles(columns, rows)) << i << " of " << columns << " x " << rows;
        seen.insert({column, row});
      }
      EXPECT_EQ(static_cast<int>(seen.size()), columns * rows);
    }
}

TEST(TilesTest, chunksFollowEachOtherAndDifferByOnePlane) {
  for (int cells = 1; cells <= 150; ++cells)
    for (int chunks = 1; chunks <= cells; ++chunks) {
      EXPECT_EQ(chunkBegin(cells, 0, chunks), 0);
      EXPECT_EQ(chunkBegin(cells, chunks, chunks), cells);
      for (int i = 0; i < chunks; ++i) {
        const int length = chunkBegin(cells, i + 1, chunks) - chunkBegin(cells, i, chunks);
        ASSERT_GE(length, cells / chunks);
        ASSERT_LE(length, ceilDiv(cells, chunks));
      }
    }
  EXPECT_EQ(chunkBegin(2'000'000'000, 3, 4), 1'500'000'000) << "beyond 32 bits in between";
}

TEST(TilesTest, chunksKeepTheLeastLengthUnlessThereIsOne) {
  for (int inner : {0, 1, 7, 100, 5000})
    for (int outer : {1, 4, 60, 1000})
      for (int atOnce : {1, 2, 132, 1056})
        for (int cells : {1, 5, 64, 513})
          for (int extra : {0, 3, 20}) {
            const int least = 2 * extra + 1;
            const int chunks = chooseChunks(inner, outer, atOnce, cells, extra, least);
            ASSERT_GE(chunks, 1);
            ASSERT_LE(chunks, cells);
            if (chunks > 1) {
              EXPECT_GE(ceilDiv(cells, chunks), least);
            }
          }
}

TEST(TilesTest, oneTileIsCutUntilTheDeviceIsFull) {
  const int chunks = chooseChunks(0, 1, 132, 1024, 4, 9);
  EXPECT_GT(chunks, 66);
  EXPECT_LE(chunks, 132);
  // Where a chunk costs nothing extra, one for each place.
  EXPECT_EQ(chooseChunks(0, 1, 16, 1024, 0, 1), 16);
}

TEST(TilesTest, tilesThatFillTheDeviceStayWhole) {
  EXPECT_EQ(chooseChunks(0, 132, 132, 512, 8, 17), 1);
  EXPECT_EQ(chooseChunks(132, 0, 132, 512, 8, 17), 1);
  EXPECT_EQ(chooseChunks(10, 4, 1, 64, 3, 7), 1) << "one place: chunks only cost";
}

// 133 tiles on 132 places take two rounds; in pieces they take little more than one.
TEST(TilesTest, chunksMendARoundThatIsNearlyEmpty) {
  const int chunks = chooseChunks(133, 0, 132, 1024, 4, 9);
  EXPECT_GT(chunks, 1);
  const int rounds = ceilDiv(133 * chunks, 132);
  EXPECT_LT(rounds * (ceilDiv(1024, chunks) + 4), 2 * (1024 + 4));
}

TEST(TilesTest, manyTilesDoNotTakeLong) {
  EXPECT_GE(chooseChunks(40'000'000, 30'000, 132, 1 << 20, 5, 11), 1);
}

} // namespace
