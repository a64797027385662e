/// \file Launches are most of what steps of small grids cost, and little of those of large ones.
#include "plan/cost/LaunchCost.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using plan::Estimate;

namespace {

analysis::Facts square(std::int64_t n) {
  return factsOf(2, 1, Shape::Star, ScalarType::F64, {{n, n, 1}});
}

TEST(LaunchCostTest, CellsStayInTheCacheOfSmallGrids) {
  const plan::Target target = cuda();
  ASSERT_GT(target.deviceCacheBytes, 0);
  EXPECT_EQ(plan::shareInCache(16, {1024, 1024, 1}, target), 1);
  EXPECT_EQ(plan::shareInCache(16, {4096, 4096, 1}, target), 0);
  const double some = plan::shareInCache(16, {1750, 1750, 1}, target);
  EXPECT_GT(some, 0);
  EXPECT_LT(some, 1);
  EXPECT_EQ(plan::latencyNear(16, {4096, 4096, 1}, target), 1);
  EXPECT_LT(plan::latencyNear(16, {1024, 1024, 1}, target), 1);
  plan::Target unknown = target;
  unknown.deviceCacheBytes = 0;
  EXPECT_EQ(plan::shareInCache(16, {64, 64, 1}, unknown), 0);
}

TEST(LaunchCostTest, ALaunchTakesAsLongWhateverTheGrid) {
  Estimate small, large;
  plan::addLaunch(small, {100, 100, 1});
  plan::addLaunch(large, {1000, 1000, 1});
  EXPECT_NEAR(small.launch, 100 * large.launch, 1e-6 * small.launch);
  EXPECT_EQ(small.seconds, small.launch);
}

TEST(LaunchCostTest, SeveralStepsAtOnceShareALaunch) {
  const auto perStep = [](int steps) {
    Estimate estimate;
    plan::addFusedLaunch(estimate, steps, false, {512, 512, 1}, cuda());
    return estimate.launch;
  };
  EXPECT_LT(perStep(4), perStep(2));
  EXPECT_GT(4 * perStep(4), perStep(1)); // each fills its pipeline
}

/// As an H200 has them (bench/log/reasons/2026-11-29-small-grids.md): where several steps at once
/// begin to pay.
TEST(LaunchCostTest, SmallGridsAreNotForSeveralStepsAtOnce) {
  const plan::Target h200 = cuda();
  EXPECT_EQ(planning(square(256), h200).best->schedule, "naive");
  EXPECT_EQ(planning(square(512), h200).best->schedule, "naive");
  EXPECT_EQ(planning(square(2048), h200).best->schedule, "wavefront");
}

} // namespace
