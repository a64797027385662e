/// \file Chunks of different lengths: they cover the axis in order, and are never slower than equal
/// ones.
#include "stencilc/Chunks.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <queue>
#include <vector>

using namespace stencilc;

namespace {

/// Task by task, each at the place that is free first.
double simulated(const SweptColumns &columns, const Chunks &chunks) {
  std::priority_queue<double, std::vector<double>, std::greater<>> places;
  for (int i = 0; i < columns.atOnce; ++i)
    places.push(0);
  double end = 0;
  const auto sweep = [&](int count, double cost) {
    for (int chunk = 0; chunk < chunks.count(); ++chunk) {
      // Shorts differ by a plane: all are taken for the longest.
      const int length = chunk < chunks.longs
                             ? chunks.length
                             : ceilDiv(chunks.planes - chunks.longs * chunks.length, chunks.shorts);
      for (int i = 0; i < count; ++i) {
        const double time = places.top() + (length + columns.extra) * cost;
        places.pop();
        places.push(time);
        end = std::max(end, time);
      }
    }
  };
  sweep(columns.outer, columns.cost);
  sweep(columns.inner, 1);
  return end;
}

TEST(ChunksTest, planesFollowEachOther) {
  for (const Chunks &chunks :
       {Chunks{512, 1, 462, 1}, Chunks{768, 3, 209, 4}, Chunks{100, 0, 0, 7}, Chunks{1, 0, 0, 1}}) {
    EXPECT_EQ(chunks.begin(0), 0);
    EXPECT_EQ(chunks.begin(chunks.count()), chunks.planes);
    for (int i = 0; i < chunks.count(); ++i) {
      EXPECT_LT(chunks.begin(i), chunks.begin(i + 1));
      if (i < chunks.longs) {
        EXPECT_EQ(chunks.begin(i + 1) - chunks.begin(i), chunks.length);
      }
    }
  }
}

TEST(ChunksTest, blocksTakeEveryChunkOnceAndEachPlaceItsOwnInARow) {
  for (int tiles : {1, 7, 32, 512, 5000})
    for (int chunks : {1, 2, 31, 1024}) {
      const ChunkOrder order = orderChunks(tiles, 8 * 132, chunks);
      const int sideBySide = 1 << order.shift;
      EXPECT_GE(order.blocks(), chunks);
      EXPECT_LE(sideBySide, chunks);
      EXPECT_TRUE(order.shift == 0 || tiles * sideBySide <= 8 * 132) << "more than run at a time";
      std::vector<int> taken(order.blocks());
      for (int block = 0; block < order.blocks(); ++block) {
        ++taken.at(order.chunk(block));
        if (block >= sideBySide) {
          EXPECT_EQ(order.chunk(block), order.chunk(block - sideBySide) + 1);
        }
      }
      EXPECT_EQ(std::count(taken.begin(), taken.end(), 1), order.blocks());
    }
}

TEST(ChunksTest, stepsAreThoseOfTasksGivenOutInOrder) {
  for (int inner : {0, 5, 77, 300})
    for (int outer : {1, 40, 200})
      for (const Chunks &chunks :
           {Chunks{512, 1, 462, 1}, Chunks{512, 3, 140, 3}, Chunks{512, 0, 0, 7}}) {
        const SweptColumns columns{inner, outer, 132, 8, 1.25};
        EXPECT_EQ(stepsUntilDone(columns, chunks), simulated(columns, chunks))
            << inner << ' ' << outer;
      }
}

TEST(ChunksTest, roundsThatAreGivenOutAtOnceEndWhenTasksInOrderDo) {
  for (int atOnce : {1, 2, 3, 7, 16})
    for (int inner : {0, 1, 90, 333})
      for (int outer : {0, 1, 17, 500})
        for (double cost : {0.5, 1.0, 1.25, 64.0})
          for (const Chunks &chunks :
               {Chunks{512, 1, 462, 1}, Chunks{512, 3, 140, 3}, Chunks{512, 0, 0, 7}}) {
            const SweptColumns columns{inner, outer, atOnce, 8, cost};
            EXPECT_EQ(stepsUntilDone(columns, chunks), simulated(columns, chunks))
                << inner << ' ' << outer << ' ' << atOnce << ' ' << cost;
          }
}

TEST(ChunksTest, neverSlowerThanEqualChunks) {
  for (int inner : {0, 1, 7, 100, 5000})
    for (int outer : {1, 4, 60, 1000})
      for (int atOnce : {1, 2, 132})
        for (int planes : {1, 5, 64, 513})
          for (int extra : {0, 3, 20}) {
            const SweptColumns columns{inner, outer, atOnce, extra};
            const Chunks chunks = balancedChunks(columns, planes);
            const Chunks equal{planes, 0, 0,
                               chooseChunks(inner, outer, atOnce, planes, extra, 2 * extra + 1)};
            EXPECT_LE(stepsUntilDone(columns, chunks), stepsUntilDone(columns, equal));
            ASSERT_EQ(chunks.begin(chunks.count()), planes);
            for (int i = 0; i < chunks.count(); ++i)
              ASSERT_LT(chunks.begin(i), chunks.begin(i + 1));
          }
}

// 117 columns on 132 places: whole ones leave 15 places without work.
TEST(ChunksTest, shortChunksFillThePlacesThatLongOnesLeave) {
  const SweptColumns columns{0, 117, 132, 8, 1};
  const Chunks chunks = balancedChunks(columns, 512);
  EXPECT_GE(chunks.longs, 1);
  EXPECT_LT(stepsUntilDone(columns, chunks), 0.92 * (512 + 8));
  EXPECT_EQ(balancedChunks({0, 132, 132, 8, 1}, 512).count(), 1) << "a full wave stays whole";
}

TEST(ChunksTest, manyColumnsDoNotTakeLong) {
  EXPECT_GE(balancedChunks({40'000'000, 30'000, 132, 5, 1}, 1 << 20).count(), 1);
}

/// The most planes that a chunk has.
int longestOf(const Chunks &chunks) {
  int longest = 0;
  for (int i = 0; i < chunks.count(); ++i)
    longest = std::max(longest, chunks.begin(i + 1) - chunks.begin(i));
  return longest;
}

TEST(ChunksTest, areShorterWhereBlocksThatDriftApartAreSlower) {
  for (int inner : {228, 494}) {
    SweptColumns columns{inner, 0, 132, 8};
    EXPECT_GE(longestOf(balancedChunks(columns, 1024)), 180);
    columns.drift = 30;
    const Chunks chunks = balancedChunks(columns, 1024);
    EXPECT_LE(longestOf(chunks), 100);
    EXPECT_GE(longestOf(chunks), 40);
    EXPECT_LT(stepsUntilDone(columns, chunks), stepsUntilDone(columns, {1024, 0, 0, 2}));
  }
}

TEST(ChunksTest, neverHaveThousandsOfPlanes) {
  for (int planes : {512, 513, 4096, 20000})
    for (int inner : {3, 228, 5000})
      EXPECT_LE(longestOf(balancedChunks({inner, 0, 132, 8}, planes)), 1024)
          << planes << " " << inner;
}

} // namespace
