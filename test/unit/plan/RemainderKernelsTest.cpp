/// \file Which kernels a plan has for steps that whole groups leave over, and what they cost.
#include "plan/interface/RemainderKernels.h"
#include "PlanTesting.h"
#include "plan/verify/PlanVerifier.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace stencilc;
using namespace stencilc::test;

namespace {

analysis::Facts plane(std::optional<std::int64_t> steps = std::nullopt) {
  analysis::Facts facts = factsOf(2, 1, Shape::Star, ScalarType::F64, {{16384, 16384, 1}});
  facts.steps = steps;
  return facts;
}

std::vector<int> depthsOf(const plan::Plan &plan) {
  std::vector<int> depths = {plan.fused->steps};
  for (const plan::FusedKernel &kernel : plan.rest)
    depths.push_back(kernel.fused.steps);
  return depths;
}

plan::Plan bestOf(const analysis::Facts &facts, const std::string &request) {
  plan::Planning result = planning(facts, cuda(), request);
  EXPECT_TRUE(result.best) << request;
  return result.best.value_or(plan::Plan());
}

TEST(RemainderKernels, KnownStepsGetAKernelOfTheirRest) {
  const plan::Plan plan = bestOf(plane(59), "wavefront:steps=12");
  EXPECT_EQ(depthsOf(plan), (std::vector{12, 11}));
  EXPECT_EQ(plan.options.at("rest"), "11");
  EXPECT_EQ(plan.notes.back(), "59 steps are 4 x 12 + 11");
  // The whole run costs hardly more than groups of 12 alone, and much less than with single steps.
  EXPECT_LT(plan.cost, 1.02 * plan.fusedKernel.estimate.seconds);
  EXPECT_GT(bestOf(plane(59), "wavefront:steps=12,rest=none").cost, 1.5 * plan.cost);
}

TEST(RemainderKernels, NoneWhereGroupsComeOutEven) {
  EXPECT_EQ(depthsOf(bestOf(plane(60), "wavefront:steps=12")), std::vector{12});
  EXPECT_EQ(depthsOf(bestOf(plane(12), "wavefront:steps=12")), std::vector{12});
}

TEST(RemainderKernels, TheWholeRunDecidesTheDepth) {
  // With what a step costs at most, of one by deep kernels alone.
  for (const auto &[steps, most] :
       {std::pair{7, 1.6}, {50, 1.17}, {55, 1.12}, {59, 1.12}, {77, 1.12}}) {
    const plan::Plan plan = bestOf(plane(steps), "wavefront");
    EXPECT_LE(plan.cost, 1.01 * bestOf(plane(steps), "wavefront:steps=12").cost)
        << steps << ", and a deeper kernel must be worth its registers";
    EXPECT_LT(plan.cost, most * bestOf(plane(600), "wavefront").cost) << steps;
  }
}

// Any larger number of steps is done without a single one.
TEST(RemainderKernels, UnknownStepsGetDepthsWithoutACommonDivisor) {
  for (const int steps : {6, 8, 10, 12}) {
    const plan::Plan plan = bestOf(plane(), "wavefront:steps=" + std::to_string(steps));
    int divisor = 0;
    for (const int depth : depthsOf(plan))
      divisor = std::gcd(divisor, depth);
    EXPECT_EQ(divisor, 1) << plan.requestText();
    EXPECT_EQ(plan.cost, plan.fusedKernel.estimate.seconds) << "of groups alone";
  }
}

TEST(RemainderKernels, ReportsCutARun) {
  analysis::Facts facts = plane(3000);
  facts.program.reports.push_back({"steps", Draft(2).number(1), 10});
  const plan::Plan plan = bestOf(facts, "wavefront:steps=12");
  EXPECT_EQ(depthsOf(plan), (std::vector{12, 10})) << "no group of 12 ends before a report";
  EXPECT_EQ(depthsOf(bestOf(facts, "wavefront:steps=5")), std::vector{5});
}

// A shallower kernel that is cheaper per step would do the run, and the deep one nothing.
TEST(RemainderKernels, NoneIsCheaperPerStep) {
  for (const analysis::Facts &facts : {heat3d(), heat3d(ScalarType::F32, {{128, 128, 128}})}) {
    const plan::Plan plan = bestOf(facts, "wavefront:steps=6");
    for (const plan::FusedKernel &kernel : plan.rest)
      EXPECT_GE(kernel.needs.estimate.seconds, plan.fusedKernel.estimate.seconds)
          << plan.requestText();
  }
}

TEST(RemainderKernels, EachIsPlannedForItsOwnDepthAndVerified) {
  const plan::Plan plan = bestOf(plane(), "wavefront:steps=12,rest=7+3+1,cells=2");
  ASSERT_EQ(depthsOf(plan), (std::vector{12, 7, 3, 1}));
  EXPECT_FALSE(plan.hasStepKernels());
  EXPECT_EQ(plan.fusedKernel.cellsPerThread, 2);
  for (const plan::FusedKernel &kernel : plan.rest) {
    const plan::Plan alone =
        bestOf(plane(), "wavefront:steps=" + std::to_string(kernel.fused.steps));
    EXPECT_EQ(kernel.needs.cellsPerThread, alone.fusedKernel.cellsPerThread);
    EXPECT_EQ(kernel.needs.sharedBytes, alone.fusedKernel.sharedBytes);
  }
  plan::Plan damaged = plan;
  damaged.rest[1].needs.sharedBytes = 1 << 20;
  EXPECT_EQ(plan::verifyPlan(plane(), plan).size(), 0u);
  EXPECT_EQ(plan::verifyPlan(plane(), damaged).size(), 1u);
}

// A plan can be asked for again, whatever was chosen.
TEST(RemainderKernels, RequestTextGivesTheSamePlan) {
  for (const char *request : {"wavefront", "wavefront:steps=6", "wavefront:rest=none",
                              "wavefront:steps=6,rest=4+1", "wavefront:steps=1"})
    for (const analysis::Facts &facts : {plane(), plane(59), heat3d()}) {
      const plan::Plan first = bestOf(facts, request), again = bestOf(facts, first.requestText());
      EXPECT_EQ(again.requestText(), first.requestText());
      EXPECT_EQ(depthsOf(again), depthsOf(first));
      EXPECT_EQ(again.cost, first.cost);
    }
}

TEST(RemainderKernels, WhatIsNotPossibleIsSaid) {
  const auto refusal = [](const char *request) {
    const plan::Planning result = planning(plane(), cuda(), request);
    EXPECT_FALSE(result.best) << request;
    return result.rejected.empty() ? "" : result.rejected.front().reason;
  };
  EXPECT_EQ(refusal("wavefront:steps=5,rest=5"),
            "rest=5 has a kernel of 5 steps after one of 5; each does fewer than the one before, "
            "the first fewer than steps=5");
  EXPECT_EQ(refusal("wavefront:steps=5,rest=2+3"),
            "rest=2+3 has a kernel of 3 steps after one of 2; each does fewer than the one before, "
            "the first fewer than steps=5");
  EXPECT_EQ(refusal("stream:inner=wavefront:rest=2"),
            "inner=: rest=2 has remainder kernels, but a traversal uses only the kernels of a "
            "whole group and of single steps; leave rest out");
}

TEST(RemainderKernels, StreamsHaveNone) {
  const plan::Plan plan = bestOf(plane(59), "stream");
  EXPECT_EQ(depthsOf(plan).size(), 1u);
  EXPECT_EQ(plan.options.at("inner").find("rest"), std::string::npos);
}

} // namespace
