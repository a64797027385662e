/// \file What the cost model says about plans beside their cost: which resource binds, how much of
/// a multiprocessor they fill.
#include "plan/cost/Estimate.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using plan::Bound;
using plan::Estimate;

namespace {

Estimate estimateFor(const std::string &request, const analysis::Facts &facts,
                     const std::string &arch = "sm_90") {
  return plan::estimateOf(*planning(facts, cuda(arch), request).best);
}

TEST(EstimateTest, TheSlowestResourceBinds) {
  Estimate estimate;
  estimate.memory = 3;
  estimate.pipe = 2;
  estimate.issue = estimate.shared = 1;
  estimate.instructions = 10;
  EXPECT_EQ(estimate.bound(), Bound::Memory);
  estimate.pipe = 4;
  EXPECT_EQ(estimate.bound(), Bound::Arithmetic);
  estimate.issue = 5;
  EXPECT_EQ(estimate.bound(), Bound::Issue);
  estimate.arithmetic = 9; // of 10 instructions
  EXPECT_EQ(estimate.bound(), Bound::Arithmetic);
  estimate.shared = 6;
  EXPECT_EQ(estimate.bound(), Bound::Shared);
  estimate.waiting = 7;
  EXPECT_EQ(estimate.bound(), Bound::Latency);
}

TEST(EstimateTest, ASweepMovesEachCellOnceAndAWavefrontLess) {
  const analysis::Facts facts = heat3d();
  const Estimate sweep = estimateFor("sweep", facts),
                 five = estimateFor("wavefront:steps=5", facts);
  EXPECT_GE(sweep.memoryBytes, 16);
  EXPECT_LT(sweep.memoryBytes, 18);
  EXPECT_EQ(sweep.bound(), Bound::Memory);
  EXPECT_GE(five.memoryBytes, 3.2);
  EXPECT_LT(five.memoryBytes, 4.8);
  EXPECT_NE(five.bound(), Bound::Memory);
  EXPECT_GT(five.work, 1.2);
  EXPECT_EQ(five.barriers, 1);
}

TEST(EstimateTest, FewThreadsWaitForTheMemory) {
  const analysis::Facts small = heat3d(ScalarType::F64, {{64, 64, 64}});
  EXPECT_EQ(estimateFor("sweep:block=32x1,cells=1", small).bound(), Bound::Latency);
  // Chunks of many planes leave one block or two for a multiprocessor.
  EXPECT_EQ(estimateFor("sweep:planes=64", small).bound(), Bound::Latency);
  EXPECT_EQ(estimateFor("sweep", heat3d()).bound(), Bound::Memory);
}

TEST(EstimateTest, ArithmeticBindsBoxesWhereDoublesAreFew) {
  const analysis::Facts box = factsOf(3, 2, Shape::Box, ScalarType::F64, {{512, 512, 512}});
  EXPECT_EQ(estimateFor("naive", box, "sm_89").bound(), Bound::Arithmetic);
}

TEST(EstimateTest, TheCostIsTheSumOfTheKernels) {
  for (const char *request : {"naive", "sweep", "sweep:stage=shared", "wavefront"}) {
    const plan::Plan plan = *planning(heat3d(), cuda(), request).best;
    EXPECT_DOUBLE_EQ(plan::estimateOf(plan).seconds, plan.cost) << request;
  }
}

TEST(EstimateTest, TilesOfSmallGridsAreHeldBehindNaive) {
  const auto square = [](std::int64_t n) {
    return factsOf(2, 3, Shape::Box, ScalarType::F64, {{n, n, 1}});
  };
  EXPECT_TRUE(estimateFor("tile2d", square(1000)).isRankedLast);
  EXPECT_FALSE(estimateFor("tile2d", square(16384)).isRankedLast) << "fitted to such grids";
  EXPECT_FALSE(estimateFor("naive", square(1000)).isRankedLast);
}

TEST(EstimateTest, OccupancyCountsWarps) {
  plan::KernelPlan kernel;
  kernel.block[0] = 32;
  kernel.block[1] = 8;
  kernel.registers = 64;
  const plan::Occupancy registers = plan::occupancyOf(kernel, cuda());
  EXPECT_EQ(registers.blocks, 4);
  EXPECT_EQ(registers.warps, 32);
  EXPECT_EQ(registers.mostWarps, 64);
  kernel.sharedBytes = 150 * 1024;
  EXPECT_EQ(plan::occupancyOf(kernel, cuda()).blocks, 1);
}

} // namespace
