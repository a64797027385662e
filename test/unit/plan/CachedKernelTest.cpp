/// \file Time of kernels whose threads share cells through the caches only.
#include "plan/cost/CachedKernel.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using plan::Traffic;

namespace {

constexpr double kUpdates = 1e9;

plan::KernelPlan blocksOf(int x, int y, int registers) {
  plan::KernelPlan kernel;
  kernel.block[0] = x;
  kernel.block[1] = y;
  kernel.registers = registers;
  return kernel;
}

/// Seconds of one launch on a square of n x n cells.
double launch(const plan::KernelPlan &kernel, const Traffic &traffic, std::int64_t n) {
  return plan::estimateCached(kernel, traffic, cuda(), {n, n, 1}).seconds * double(n * n) /
         kUpdates;
}

TEST(CachedKernelTest, LargeGridsTakeTheTimeOfTheirBytes) {
  const Traffic traffic{.memoryBytes = 16, .instructions = 40};
  const double copy = 16 * 16384.0 * 16384 / cuda().copyBandwidth;
  EXPECT_GT(launch(blocksOf(32, 8, 32), traffic, 16384), copy);
  EXPECT_LT(launch(blocksOf(32, 8, 32), traffic, 16384), 1.2 * copy);
}

TEST(CachedKernelTest, AFewBlocksHideNoLatency) {
  Traffic traffic{.memoryBytes = 16, .instructions = 40};
  const double few = launch(blocksOf(32, 8, 32), traffic, 256);
  EXPECT_GT(few, 5 * 16 * 256.0 * 256 / cuda().copyBandwidth) << "nearly all of it is latency";
  traffic.instructions = 400;
  EXPECT_GT(launch(blocksOf(32, 8, 32), traffic, 256), few) << "instructions wait for each other";
  traffic.instructions = 40;
  traffic.serial = 1000;
  EXPECT_GT(launch(blocksOf(32, 8, 32), traffic, 256), few) << "quotients wait for each other";
}

TEST(CachedKernelTest, AThreadThatSweepsWaitsInEachPlane) {
  const Traffic traffic{.memoryBytes = 16, .instructions = 40};
  plan::KernelPlan sweep = blocksOf(128, 1, 32);
  sweep.sweepAxis = 1;
  sweep.planesPerChunk = 8;
  const double eight = launch(sweep, traffic, 256);
  sweep.planesPerChunk = 64;
  EXPECT_GT(launch(sweep, traffic, 256), 3 * eight);
}

TEST(CachedKernelTest, ManyRegistersLeaveFewBlocksAtATime) {
  const Traffic traffic{.memoryBytes = 16, .instructions = 100};
  EXPECT_GT(launch(blocksOf(32, 8, 255), traffic, 4096),
            1.5 * launch(blocksOf(32, 8, 32), traffic, 4096));
}

} // namespace
