/// \file Doubt about predicted costs, by which the planner ranks.
#include "plan/search/Doubt.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;

namespace {

plan::Plan fusedPlan(int steps) {
  plan::Plan plan;
  plan.target = cuda();
  plan.fused.emplace();
  plan.fused->steps = steps;
  plan.cost = 1;
  return plan;
}

TEST(DoubtTest, FusedStepsOnSmallGridsMustPromiseMore) {
  const analysis::Facts small = factsOf(2, 1, Shape::Star, ScalarType::F64, {{512, 512, 1}});
  const analysis::Facts large = factsOf(2, 1, Shape::Star, ScalarType::F64, {{16384, 16384, 1}});
  plan::Plan single;
  single.target = cuda();
  EXPECT_LT(plan::doubtOf(large, fusedPlan(4)), plan::doubtOf(large, single));
  EXPECT_GT(plan::doubtOf(small, fusedPlan(4)), plan::doubtOf(small, single));
  EXPECT_GT(plan::expectedCost(small, fusedPlan(4)), plan::expectedCost(large, fusedPlan(4)));
}

TEST(DoubtTest, SpillsAndSingleStepsOfFusedKernelsAreDoubted) {
  const analysis::Facts facts = factsOf(2, 1, Shape::Star, ScalarType::F64, {{16384, 16384, 1}});
  plan::Plan spilled = fusedPlan(4);
  spilled.fusedKernel.estimate.spilled = 3;
  EXPECT_GT(plan::doubtOf(facts, spilled), plan::doubtOf(facts, fusedPlan(4)));
  EXPECT_GT(plan::doubtOf(facts, fusedPlan(1)), plan::doubtOf(facts, fusedPlan(2)));
}

} // namespace
