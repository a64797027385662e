/// \file Which plans stand beside the best for a long run to try: other depths of fused steps.
#include "plan/search/Alternatives.h"
#include "PlanTesting.h"
#include "ir/Walk.h"
#include "plan/cost/Buffers.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <limits>

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

TEST(Alternatives, NotOneThatSpillsManyRegisters) {
  for (const int spilled : {32, 33}) {
    Depths depths(4);
    depths.planning.best->fusedKernel.estimate.spilled = 40;
    depths.planning.candidates.front() = *depths.planning.best;
    depths.add(5, 1.05).fusedKernel.estimate.spilled = spilled;
    EXPECT_EQ(depths.beside(), spilled > 32 ? List{} : List{5});
  }
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

TEST(Alternatives, TheKindsOfPlansDependOnTheLengthOfTheRun) {
  const double endless = std::numeric_limits<double>::infinity();
  analysis::Facts facts = heat3d();
  EXPECT_EQ(plan::trialPlansFor(facts, endless), plan::TrialPlans::All);
  EXPECT_EQ(plan::trialPlansFor(facts, 0.4), plan::TrialPlans::SingleSteps);
  EXPECT_EQ(plan::trialPlansFor(facts, 0.04), plan::TrialPlans::None);
  facts.steps = 99;
  EXPECT_EQ(plan::trialPlansFor(facts, 10), plan::TrialPlans::SingleSteps);
  facts.steps = 31;
  EXPECT_EQ(plan::trialPlansFor(facts, 10), plan::TrialPlans::None);
}

/// The schedules of what stands beside the best plan of `planning`.
std::vector<std::string> schedulesBeside(const analysis::Facts &facts, plan::Planning &planning,
                                         plan::TrialPlans plans = plan::TrialPlans::All) {
  plan::addAlternatives(facts, planning, plans);
  std::vector<std::string> schedules;
  for (const plan::Plan &plan : planning.best->alternatives)
    schedules.push_back(plan.schedule);
  return schedules;
}

using Names = std::vector<std::string>;

/// Makes the first plan of the schedule the best of all, and those of the others cost far more.
plan::Planning planningWithBest(const analysis::Facts &facts, const std::string &schedule) {
  plan::Planning planning = test::planning(facts, cuda());
  planning.best.reset();
  for (plan::Plan &plan : planning.candidates)
    if (plan.schedule == schedule && !planning.best)
      planning.best = plan;
    else
      plan.cost *= 100;
  return planning;
}

/// The model may be wrong by any factor about them, and they are compiled fast.
TEST(Alternatives, SingleStepsStandBesideWhateverTheyCost) {
  const analysis::Facts facts = heat3d();
  for (const plan::TrialPlans plans : {plan::TrialPlans::All, plan::TrialPlans::SingleSteps}) {
    plan::Planning sweeps = planningWithBest(facts, "sweep");
    EXPECT_EQ(schedulesBeside(facts, sweeps, plans), Names{"naive"});
    plan::Planning naive = planningWithBest(facts, "naive");
    EXPECT_EQ(schedulesBeside(facts, naive, plans), Names{"sweep"});
    plan::Planning fused = planningWithBest(facts, "wavefront"); // has naive single steps
    EXPECT_EQ(schedulesBeside(facts, fused, plans), Names{"sweep"});
    EXPECT_NE(fused.best->notes.back().find("naive"), std::string::npos);
  }
}

TEST(Alternatives, FusedStepsStandBesideInLongRunsAlone) {
  const analysis::Facts facts = heat3d();
  const auto besideSweep = [&](plan::TrialPlans plans) {
    plan::Planning planning = planningWithBest(facts, "sweep");
    for (plan::Plan &plan : planning.candidates)
      plan.cost = planning.best->cost * 1.5;
    return schedulesBeside(facts, planning, plans);
  };
  Names names = besideSweep(plan::TrialPlans::All);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (Names{"naive", "wavefront"}));
  EXPECT_EQ(besideSweep(plan::TrialPlans::SingleSteps), Names{"naive"});
  EXPECT_EQ(besideSweep(plan::TrialPlans::None), Names{});
}

/// Kernels of fused steps record receivers themselves, those of single steps leave that to the run.
TEST(Alternatives, AllRecordReceiversInTheSameWay) {
  analysis::Facts facts = heat3d();
  ir::PointsDecl receiver;
  receiver.field = FieldId(0);
  receiver.every = 1;
  facts.program.points.add(receiver);
  ASSERT_FALSE(ir::receivedFields(facts.program).empty());
  plan::Planning sweeps = planningWithBest(facts, "sweep");
  for (plan::Plan &plan : sweeps.candidates)
    plan.cost = sweeps.best->cost * 1.5;
  EXPECT_EQ(schedulesBeside(facts, sweeps), Names{"naive"});
  plan::Planning fused = planningWithBest(facts, "wavefront");
  ASSERT_TRUE(fused.best->recordsReceivers(facts.program));
  EXPECT_EQ(schedulesBeside(facts, fused), Names{});
  EXPECT_TRUE(fused.best->isTried); // its own single steps, of naive
}

TEST(Alternatives, OnACpuSingleStepsAreTriedInLongRunsAlone) {
  analysis::Facts facts = heat3d();
  for (const plan::TrialPlans plans : {plan::TrialPlans::All, plan::TrialPlans::SingleSteps}) {
    plan::Planning planning = test::planning(facts, cpu(), "loops:steps=4");
    EXPECT_EQ(schedulesBeside(facts, planning, plans), Names{});
    EXPECT_EQ(planning.best->isTried, plans == plan::TrialPlans::All);
  }
}

} // namespace
