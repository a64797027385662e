/// \file Launches on the pieces of some planes are joined to one: its blocks are those of all, each
/// with the values of its piece, and those of the ends are counted.
#include "runtime/engines/slabs/run/PieceLaunches.h"
#include "stencilc/Grid.h"
#include <gtest/gtest.h>

namespace stencilc {
namespace {

/// A launch of a kernel with three arguments: planes, by piece; a number; and the ends.
struct Launching {
  explicit Launching(PlaneRange planes, const void *kernel = "kernel") : planes(planes) {
    launch.kernel = kernel;
    launch.arguments = arguments;
    launch.grid[0] = 5;
    launch.grid[1] = unsigned(planes.count());
    launch.grid[2] = 1;
    launch.ends = &ends;
    launch.pieceBytes = pieceBytes;
  }
  Launching(const Launching &) = delete;

  ByPiece<PlaneRange> planes;
  int number = 7;
  BoundaryFirst ends = {.axis = 1};
  void *arguments[4] = {&planes, &number, &ends, nullptr};
  static constexpr unsigned pieceBytes[4] = {sizeof(PlaneRange), 0, 0, 0};
  KernelLaunch launch = {};
};

TEST(PieceLaunches, OneLaunchHasTheBlocksAndValuesOfAll) {
  UInt32 done[2] = {}, blocks[2] = {};
  PieceLaunches joined(done);
  Launching low({10, 14}), high({37, 40}), between({14, 37});
  bool isWhole = true;
  joined.begin(kLowEnd, false);
  ASSERT_TRUE(joined.take(low.launch, isWhole));
  EXPECT_FALSE(isWhole);
  joined.begin(kHighEnd, false);
  ASSERT_TRUE(joined.take(high.launch, isWhole));
  joined.count(blocks);
  EXPECT_EQ(blocks[kLowEnd], 5u * 4);
  EXPECT_EQ(blocks[kHighEnd], 5u * 3);
  joined.begin(kBetween, true);
  ASSERT_TRUE(joined.take(between.launch, isWhole));
  EXPECT_TRUE(isWhole);
  EXPECT_EQ(between.launch.grid[0], 5u);
  EXPECT_EQ(between.launch.grid[1], 30u);
  EXPECT_EQ(between.ends.done, done);
  EXPECT_TRUE(between.launch.barriers);
  const struct {
    unsigned block;
    int piece, number, begin;
  } cases[] = {{0, kLowEnd, 0, 10},  {3, kLowEnd, 3, 10},  {4, kHighEnd, 0, 37},
               {6, kHighEnd, 2, 37}, {7, kBetween, 0, 14}, {29, kBetween, 22, 14}};
  for (const auto &one : cases) {
    const PieceOfBlock piece = between.ends.piece(one.block);
    EXPECT_EQ(piece.number, one.piece) << one.block;
    EXPECT_EQ(piece.block, one.number) << one.block;
    EXPECT_EQ(between.planes.at(piece).begin, one.begin) << one.block;
  }
}

/// Slabs that are nothing but ends: the last call is for one that has been there.
TEST(PieceLaunches, APieceMayBeTheLastOneAgain) {
  UInt32 done[2] = {}, blocks[2] = {};
  PieceLaunches joined(done);
  Launching low({0, 4}), high({4, 7}), again({4, 7});
  bool isWhole = true;
  joined.begin(kLowEnd, false);
  ASSERT_TRUE(joined.take(low.launch, isWhole));
  joined.begin(kHighEnd, false);
  ASSERT_TRUE(joined.take(high.launch, isWhole));
  joined.begin(kHighEnd, true);
  ASSERT_TRUE(joined.take(again.launch, isWhole));
  joined.count(blocks);
  EXPECT_EQ(blocks[kHighEnd], 5u * 3);
  EXPECT_EQ(again.launch.grid[1], 7u);
  EXPECT_EQ(again.ends.betweenBegin, 7);
}

TEST(PieceLaunches, OtherKernelsOnSomePlanesAreRefused) {
  UInt32 done[2] = {};
  PieceLaunches joined(done);
  Launching low({0, 4}), between({4, 9}, "another");
  bool isWhole = true;
  joined.begin(kLowEnd, false);
  ASSERT_TRUE(joined.take(low.launch, isWhole));
  joined.begin(kBetween, true);
  EXPECT_FALSE(joined.take(between.launch, isWhole));
}

} // namespace
} // namespace stencilc
