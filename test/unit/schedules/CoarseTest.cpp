/// \file What schedule coarse plans, and that nobody gets it unasked.
#include "PlanTesting.h"
#include "plan/search/SearchSpace.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

static int cells(const analysis::Facts &facts) {
  return planning(facts, cuda(), "coarse").best.value().kernels[0].cellsPerThread;
}

TEST(Coarse, AThreadHasSixteenBytesUnderWay) {
  EXPECT_EQ(cells(heat3d(ScalarType::F64)), 2);
  EXPECT_EQ(cells(heat3d(ScalarType::F32)), 4);
  const analysis::Facts facts = heat3d(ScalarType::F64);
  EXPECT_FALSE(plan::verifyPlan(facts, *planning(facts, cuda(), "coarse:cells=4").best).empty());
}

TEST(Coarse, IsNotProposedButForTuning) {
  // A box: a star that fuses steps is so much faster that tuning would not try it.
  const analysis::Facts facts = factsOf(3, 1, Shape::Box, ScalarType::F32, {{512, 512, 512}});
  const plan::Planning unasked = planning(facts, cuda());
  for (const plan::Plan &plan : unasked.candidates)
    EXPECT_NE(plan.schedule, "coarse");
  for (const plan::Rejection &rejection : unasked.rejected)
    if (rejection.schedule == "coarse") {
      EXPECT_EQ(
          rejection.reason,
          "the planner does not propose it; ask for it with --schedule=coarse, or let stencilc "
          "tune measure it");
    }
  bool isMeasured = false;
  for (const plan::Plan &plan : plan::searchSpace(facts, cuda(), {}, 12))
    isMeasured |= plan.schedule == "coarse";
  EXPECT_TRUE(isMeasured);
}

TEST(Coarse, CoversLongAxes) {
  for (Extents extents : {Extents{{8, 8, 70000}}, Extents{{8, 3000000, 4}}}) {
    const analysis::Facts facts = heat3d(ScalarType::F64, extents);
    const plan::Plan plan = *planning(facts, cuda(), "coarse").best;
    EXPECT_EQ(llvm::join(plan::verifyPlan(facts, plan), "\n"), "");
  }
}
