/// \file The plan with which a run begins until the kernels of its best plan are compiled.
#include "plan/search/FirstPlan.h"
#include "PlanTesting.h"
#include "plan/cost/Buffers.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

TEST(FirstPlan, TheCheaperOfSweepAndNaive) {
  for (const bool isLarge : {true, false}) {
    const std::int64_t n = isLarge ? 512 : 64;
    const analysis::Facts facts = heat3d(ScalarType::F32, {{n, n, n}});
    const plan::Planning all = planning(facts, cuda(), "wavefront:steps=4");
    const auto first = plan::firstPlan(facts, all, true);
    ASSERT_TRUE(first);
    const double sweep = planning(facts, cuda(), "sweep").best->cost,
                 naive = planning(facts, cuda(), "naive").best->cost;
    EXPECT_EQ(first->schedule, sweep < naive ? "sweep" : "naive");
    EXPECT_EQ(first->cost, std::min(sweep, naive));
    ASSERT_EQ(first->alternatives.size(), 1u);
    EXPECT_EQ(first->alternatives.front().schedule, sweep < naive ? "naive" : "sweep");
    EXPECT_TRUE(first->isTried);
    EXPECT_FALSE(plan::firstPlan(facts, all, false)->isTried);
    EXPECT_TRUE(plan::firstPlan(facts, all, false)->alternatives.empty());
  }
}

TEST(FirstPlan, ItsFieldsHaveTheBuffersOfTheBestPlan) {
  analysis::Facts facts = heat3d();
  facts.program.fields[FieldId(0)].levels = 2;
  const plan::Planning all = planning(facts, cuda(), "wavefront:steps=4");
  const plan::Plan sweep = *planning(facts, cuda(), "sweep").best;
  ASSERT_LT(buffersOf(facts, sweep, FieldId(0)), buffersOf(facts, *all.best, FieldId(0)));
  const auto first = plan::firstPlan(facts, all, true);
  ASSERT_TRUE(first);
  EXPECT_EQ(buffersOf(facts, *first, FieldId(0)), buffersOf(facts, *all.best, FieldId(0)));
}

TEST(FirstPlan, NaiveWhereNoSweepFits) {
  const analysis::Facts line = factsOf(1, 1, Shape::Star, ScalarType::F64, {{1 << 26, 1, 1}});
  const plan::Planning all = planning(line, cuda(), "wavefront");
  ASSERT_TRUE(all.best);
  const auto first = plan::firstPlan(line, all, true);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->schedule, "naive");
  EXPECT_TRUE(first->alternatives.empty());
}

TEST(FirstPlan, NoneWhereAllKernelsCompileFastOrPlanesArePassedOn) {
  const analysis::Facts facts = heat3d();
  for (const char *request : {"sweep", "naive", "slabs", "stream"}) {
    const plan::Planning all = planning(facts, cuda(), request);
    ASSERT_TRUE(all.best) << request;
    EXPECT_FALSE(plan::firstPlan(facts, all, true)) << request;
  }
  EXPECT_FALSE(plan::firstPlan(facts, planning(facts, cpu(), "loops"), true));
}

} // namespace
