/// \file Blocks of a cooperative launch wait for the blocks of neighbouring tiles, on the CPU
/// device and in every order of threads.
#include "KernelRuns.h"
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/core/stepping/MeetingCounts.h"
#include <gtest/gtest.h>

namespace stencilc::meeting_test {
namespace {

constexpr int kRounds = 6;

/// Each block has a number. In each round it adds the numbers of the blocks to the left and to the
/// right, through two arrays in turn. Without `Waits` it does not wait for them.
template <bool Waits>
__global__ void addNeighbours(int *even, int *odd, TileGrid tiles, Meeting meeting) {
  const auto block = static_cast<int>(blockIdx.x);
  const int blocks = tiles.count();
  for (int round = 1; round <= kRounds; ++round) {
    int *const from = round % 2 ? even : odd, *const to = round % 2 ? odd : even;
    if (round > 1 && Waits)
      awaitNeighbours(meeting, tiles, blockIdx.x, round - 1);
    if (threadIdx.x == 0) {
      const int left = (block + blocks - 1) % blocks, right = (block + 1) % blocks;
      to[block] = from[block] + from[left] + from[right];
    }
    announce(meeting, blockIdx.x, round);
  }
}

std::vector<int> expectedSums(std::vector<int> numbers) {
  const std::size_t blocks = numbers.size();
  for (int round = 0; round < kRounds; ++round) {
    std::vector<int> sums(blocks);
    for (std::size_t i = 0; i < blocks; ++i)
      sums[i] = numbers[i] + numbers[(i + blocks - 1) % blocks] + numbers[(i + 1) % blocks];
    numbers = sums;
  }
  return numbers;
}

/// Launches the kernel with the counters of `counts`. Returns the number of wrong sums.
template <bool Waits> std::size_t wrongSums(MeetingCounts &counts, int blocks) {
  std::vector<int> numbers;
  for (int i = 0; i < blocks; ++i)
    numbers.push_back(i * i % 7 + 1);
  const kernels::DeviceArray<int> even(numbers), odd(std::vector<int>(numbers.size(), -1));
  const TileGrid tiles = cutGrid({blocks}, {1, 1, 1}, {1, 0, 0}, 6, 1);
  Meeting meeting;
  EXPECT_TRUE(counts.next(blocks, kRounds, nullptr, meeting).ok());
  LaunchShape shape = {dim3(static_cast<unsigned>(blocks)), dim3(64), 0, true};
  shape.isCooperative = true;
  EXPECT_TRUE(kernels::fine(kernels::launch("addNeighbours", addNeighbours<Waits>, shape,
                                            even.data(), odd.data(), tiles, meeting)));
  return even.wrong(expectedSums(numbers));
}

class MeetingTest : public testing::TestWithParam<ThreadOrder> {
protected:
  void SetUp() override { device::setThreadOrder(GetParam()); }
  void TearDown() override { device::setThreadOrder(ThreadOrder::Forward); }
};

TEST_P(MeetingTest, BlocksSeeWhatTheirNeighboursWrote) {
  MeetingCounts counts(kernels::device());
  // Later launches of other sizes count on from the same counters.
  for (const int blocks : {5, 9, 3, 9, 1})
    EXPECT_EQ(wrongSums<true>(counts, blocks), 0U) << blocks;
}

INSTANTIATE_TEST_SUITE_P(orders, MeetingTest,
                         testing::Values(ThreadOrder::Forward, ThreadOrder::Reverse,
                                         ThreadOrder::Shuffled, ThreadOrder::Ahead,
                                         ThreadOrder::Behind),
                         [](const auto &info) {
                           return std::string(kThreadOrders[static_cast<int>(info.param)]);
                         });

TEST(Meeting, AMissingWaitIsFound) {
  device::setThreadOrder(ThreadOrder::Ahead);
  MeetingCounts counts(kernels::device());
  EXPECT_NE(wrongSums<false>(counts, 9), 0U);
  device::setThreadOrder(ThreadOrder::Forward);
}

TEST(Meeting, CountsWrapAround) {
  EXPECT_GE(static_cast<int>(UInt32{2} - 0xfffffffe), 0) << "2 comes after 2^32 - 2";
}

TEST(Meeting, TooManyBlocksAreRefused) {
  MeetingCounts counts(kernels::device());
  Meeting meeting;
  const int most = counts.mostBlocks();
  EXPECT_TRUE(counts.next(most, 1, nullptr, meeting).ok());
  EXPECT_EQ(counts.next(most + 1, 1, nullptr, meeting).code(), StatusCode::Invalid);
}

TEST(Meeting, GridsAreDividedEvenly) {
  const TileGrid tiles = cutGrid({10, 7}, {4, 4, 1}, {2, 2, 0}, 4, 1);
  EXPECT_TRUE(tiles.isPossible);
  EXPECT_EQ(tiles.count(), 3 * 2);
  int cells = 0;
  for (int tile = 0; tile < tiles.count(); ++tile)
    cells +=
        (tiles.end(0, tile) - tiles.begin(0, tile)) * (tiles.end(1, tile) - tiles.begin(1, tile));
  EXPECT_EQ(cells, 10 * 7);
  EXPECT_EQ(tiles.neighbour(0, {-1, 0, 0}), 2) << "x is periodic";
  EXPECT_EQ(tiles.neighbour(0, {0, -1, 0}), -1) << "y is not";
  EXPECT_EQ(tiles.neighbour(4, {1, -1, 0}), 2);
}

TEST(Meeting, GridsOfOtherSizesMayBeImpossible) {
  EXPECT_FALSE(cutGrid({10}, {4, 1, 1}, {4, 0, 0}, 6, 0).isPossible) << "less than the halo";
  EXPECT_TRUE(cutGrid({3}, {4, 1, 1}, {4, 0, 0}, 6, 0).isPossible) << "a single tile";
  EXPECT_FALSE(cutGrid({5}, {4, 1, 1}, {1, 0, 0}, 7, 0).isPossible) << "must not be divided";
}

} // namespace
} // namespace stencilc::meeting_test
