/// \file Which plans stand beside the best for a long run to try: other depths of fused steps.
#include "plan/search/Alternatives.h"
#include "PlanTesting.h"
#include "plan/cost/Buffers.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

/// The best of a planning with a wavefront of `steps` steps, and others of the same schedule.
struct Depths {
  analysis::Facts facts = heat3d();
  plan::Planning planning;

  explicit Depths(int steps) {
    planning = test::planning(facts, cuda(), "wavefront:steps=" + std::to_string(steps));
    planning.candidates.resize(1);
    planning.best->rest.clear();
    planning.candidates.front() = *planning.best;
  }
  /// One that costs so many times as much.
  plan::Plan &add(int steps, double times) {
    plan::Planning other =
        test::planning(facts, cuda(), "wavefront:steps=" + std::to_string(steps));
    planning.candidates.push_back(*other.best);
    planning.candidates.back().cost = planning.best->cost * times;
    return planning.candidates.back();
  }
  /// The depths of what stands beside the best then.
  std::vector<int> beside() {
    plan::addAlternatives(facts, planning);
    std::vector<int> depths;
    for (const plan::Plan &plan : planning.best->alternatives)
      depths.push_back(plan.fused->steps);
    return depths;
  }
};

using List = std::vector<int>;

TEST(Alternatives, TheCheapestOtherDepthStandsBeside) {
  Depths depths(4);
  depths.add(4, 1.01);
  depths.add(5, 1.16);
  depths.add(3, 1.18);
  EXPECT_EQ(depths.beside(), List{5});
  EXPECT_TRUE(depths.planning.best->isTried);
  EXPECT_NE(depths.planning.best->notes.back().find("steps=5"), std::string::npos);
}

TEST(Alternatives, NotWhereItCostsMoreThanTheModelErrs) {
  Depths depths(4);
  depths.add(5, 1.21);
  EXPECT_EQ(depths.beside(), List{});
  EXPECT_FALSE(depths.planning.best->isTried);
}

TEST(Alternatives, DepthsSideBySideAreAlike) {
  Depths depths(8);
  depths.add(7, 1.01);
  depths.add(6, 1.02);
  EXPECT_EQ(depths.beside(), List{6});
}

TEST(Alternatives, NotOneThatSpillsMore) {
  Depths depths(4);
  depths.add(5, 1.05).fusedKernel.estimate.spilled = 3;
  depths.add(3, 1.1);
  EXPECT_EQ(depths.beside(), List{3});
}

TEST(Alternatives, AKernelForStepsLeftOverIsTheSame) {
  Depths depths(4);
  const plan::Plan &other = depths.add(3, 1.05);
  depths.planning.best->rest.push_back({*other.fused, other.fusedKernel, {}});
  EXPECT_EQ(depths.beside(), List{});
  EXPECT_TRUE(depths.planning.best->isTried);
}

TEST(Alternatives, NotWithMoreBuffers) {
  Depths depths(1); // of one kernel: an update reads no cell that others write
  depths.facts.program.fields[FieldId(0)].levels = 2;
  depths.add(2, 1.05);
  const int one = buffersOf(depths.facts, *depths.planning.best, FieldId(0)),
            two = buffersOf(depths.facts, depths.planning.candidates.back(), FieldId(0));
  ASSERT_LT(one, two);
  EXPECT_EQ(depths.beside(), List{});
}

TEST(Alternatives, NotForShortRuns) {
  Depths depths(4);
  depths.add(5, 1.05);
  depths.facts.steps = 99;
  EXPECT_EQ(depths.beside(), List{});
}

} // namespace
