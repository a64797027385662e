/// \file Which updates are products of matrices, and what schedule tensorcore plans for them.
#include "Compiled.h"
#include "PlanTesting.h"
#include "plan/search/SearchSpace.h"
#include "plan/verify/PlanVerifier.h"
#include "schedules/tensorcore/DenseUpdate.h"
#include "llvm/ADT/StringExtras.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

/// The facts of a program with these lines, of a field u.
analysis::Facts program(const std::string &lines, const std::string &axes = "x, y") {
  return factsOfSource("stencil s(" + axes + ") { " + lines + " size 16384, 16384; }");
}
const std::string kField = "field u { boundary copy; init random(1); } ";

/// `0.1 * u[x-2, y-2] + 0.11 * u[x-1, y-2] + ...`
std::string box(int radius) {
  std::string sum;
  int tap = 9;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x)
      sum += (sum.empty() ? "" : " + ") + std::to_string(0.001 * ++tap) + " * u[x+" +
             std::to_string(x) + ", y+" + std::to_string(y) + "]";
  std::string spelt;
  for (std::size_t i = 0; i < sum.size(); ++i) // x+-2 is x-2, x+0 is x+0
    if (!(sum[i] == '+' && sum[i + 1] == '-'))
      spelt += sum[i];
  return spelt;
}

std::string whyNot(const analysis::Facts &facts) {
  return plan::findSchedule("tensorcore")->fit(facts, cuda(), {}).reason;
}

TEST(Tensorcore, TakesChainsInTheOrderOfMemory) {
  std::string reason;
  const auto dense = schedules::denseUpdateOf(program(kField + "u[t+1] = " + box(2) + ";"), reason);
  ASSERT_TRUE(dense) << reason;
  EXPECT_EQ(dense->radius, 2);
  EXPECT_EQ(dense->taps(), 25);
  EXPECT_FALSE(dense->start.valid());
  const auto part =
      schedules::denseUpdateOf(program(kField + "u[t+1] = 1 + 0.5 * u[x-2] - u[y+2];"), reason);
  ASSERT_TRUE(part) << reason;
  EXPECT_EQ(part->taps(), 2);
  EXPECT_TRUE(part->start.valid());
  EXPECT_EQ(part->ones[4 * 5 + 2], -1);
}

TEST(Tensorcore, SaysWhyNot) {
  EXPECT_EQ(whyNot(program(kField + "u[t+1] = 0.2 * (u + u[x-1] + u[x+1] + u[y-1] + u[y+1]);")),
            "it is for sums in which each neighbour has a factor of its own, added in the "
            "order of memory; use wavefront");
  EXPECT_EQ(whyNot(program("arithmetic written; " + kField + "u[t+1] = u + u - u[x+1];")),
            whyNot(program(kField + "u[t+1] = sqrt(u[x-1]);")))
      << "a cell twice: its factor is one of a table";
  EXPECT_EQ(whyNot(program(kField + "u[t+1] = u * u[x-1];")),
            whyNot(program(kField + "u[t+1] = sqrt(u[x-1]);")));
  EXPECT_EQ(whyNot(program(kField + "u[t+1] = 0.1 * u[x-5] + 0.2 * u;")),
            "it is for neighbours up to 4 cells away; use wavefront");
  EXPECT_EQ(whyNot(program("precision f32; " + kField + "u[t+1] = " + box(2) + ";")),
            "tensor cores give the bits of fma in f64 only; use wavefront");
  EXPECT_EQ(whyNot(program(kField + "field k constant { boundary copy; } u[t+1] = 0.1 * u + k;")),
            "it is for updates that read nothing but the field itself; use wavefront");
  EXPECT_EQ(whyNot(program(kField + "u[t+1] = 0.1 * u + 0.2 * u[x+1] * cos(step);")),
            "its factors may not change from step to step; use wavefront");
  EXPECT_EQ(whyNot(heat3d()), "it is for two axes; use wavefront");
  EXPECT_EQ(plan::findSchedule("tensorcore")
                ->fit(program(kField + "u[t+1] = " + box(2) + ";"), cuda("sm_80"), {})
                .reason,
            "matrix products in f64 need sm_90; use wavefront");
}

TEST(Tensorcore, PlansFitTheMachine) {
  for (int radius = 1; radius <= 4; ++radius) {
    const analysis::Facts facts = program(kField + "u[t+1] = " + box(radius) + ";");
    const plan::Plan plan = *planning(facts, cuda(), "tensorcore").best;
    EXPECT_EQ(llvm::join(plan::verifyPlan(facts, plan), "\n"), "") << radius;
  }
  const analysis::Facts facts = program(kField + "u[t+1] = " + box(3) + ";");
  EXPECT_NE(plan::findSchedule("tensorcore")
                ->fit(facts, cuda(), {"tensorcore", {{"steps", "6"}, {"warps", "16"}}})
                .reason.find("bytes of shared memory"),
            std::string::npos);
}

/// Planner and kernels count by one TensorTile; what kernels share is as large in fact:
/// test/unit/runtime/device/TensorRowsTest.cpp.
TEST(Tensorcore, FiguresAreThoseOfTheRuntime) {
  schedules::TensorShape shape;
  shape.update.radius = 3;
  shape.steps = 2;
  shape.warps = 12;
  EXPECT_EQ(shape.tile().sharedBytes(), 149888);
  EXPECT_EQ(shape.tile().stored(), 756);
  shape.update.radius = 4;
  shape.steps = 3;
  shape.warps = 8;
  shape.again = false;
  EXPECT_EQ(shape.tile().sharedBytes(), 75648);
  EXPECT_EQ(shape.tile().stored(), 488);
}

/// Rows are kept for cells near faces that are computed from them, and not else.
TEST(Tensorcore, RowsAreKeptWhereFacesNeedThem) {
  const auto sharedBytes = [](const std::string &boundary) {
    const analysis::Facts facts =
        program("field u { boundary " + boundary + "; init random(1); } u[t+1] = " + box(2) + ";");
    return planning(facts, cuda(), "tensorcore:steps=4,warps=12").best->fusedKernel.sharedBytes;
  };
  EXPECT_EQ(sharedBytes("keep"), sharedBytes("periodic"));
  EXPECT_GT(sharedBytes("mirror"), 1.5 * double(sharedBytes("keep")));
  EXPECT_EQ(sharedBytes("mirror"), sharedBytes("periodic on x; boundary copy on y"));
}

TEST(Tensorcore, IsProposedWhereProductsAreWithNeighbours) {
  const analysis::Facts dense = program(kField + "u[t+1] = " + box(3) + ";");
  EXPECT_EQ(planning(dense, cuda()).best->schedule, "tensorcore");
  for (const plan::Plan &plan :
       planning(program(kField + "u[t+1] = " + box(1) + ";"), cuda()).candidates)
    EXPECT_NE(plan.schedule, "tensorcore") << "two of three products are with zeros";
  for (const plan::Plan &plan : planning(dense, cuda()).candidates)
    EXPECT_LE(plan.fusedKernel.estimate.spilled, 8) << plan.requestText();
}

/// 48 steps by a kernel of five are nine times five, and three at once.
TEST(Tensorcore, StepsLeftOverHaveAKernel) {
  const analysis::Facts facts = factsOfSource(
      "stencil s(x, y) { field u { boundary keep; init random(1); } u[t+1] = " + box(2) +
      "; size 16384, 16384; steps 48; }");
  const plan::Plan plan = *planning(facts, cuda(), "tensorcore:steps=5,warps=12").best;
  ASSERT_EQ(plan.rest.size(), 1U);
  EXPECT_EQ(plan.rest.front().fused.steps, 3);
}

} // namespace
