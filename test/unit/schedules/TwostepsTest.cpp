/// \file Which programs schedule twosteps takes, and what it plans for them.
#include "Compiled.h"
#include "PlanTesting.h"
#include "plan/search/SearchSpace.h"
#include "plan/verify/PlanVerifier.h"
#include "schedules/twosteps/Shape.h"
#include "llvm/ADT/StringExtras.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

/// Three populations: one that rests, one that comes from below, one that comes from above.
const char *const kLattice = "field a { boundary periodic; init 1; } field b { boundary periodic; "
                             "init 1; } field c { boundary periodic; init 1; } ";
const char *const kStreams = "a[t+1] = a[x-1]; b[t+1] = b[y+1, z-1]; c[t+1] = c[z+1];";

analysis::Facts inSpace(const std::string &lines, const std::string &axes = "x, y, z") {
  return factsOfSource("stencil s(" + axes + ") { precision f32; " + lines + "}");
}

std::string whyNoTwoSteps(const analysis::Facts &facts, const plan::ScheduleRequest &request = {}) {
  return plan::findSchedule("twosteps")->fit(facts, cuda(), request).reason;
}

TEST(Twosteps, PlanesWaitAsLongAsTheyAreRead) {
  const schedules::TwoStepShape shape =
      schedules::twoStepShape(inSpace(std::string(kLattice) + kStreams), {32, 16});
  ASSERT_EQ(shape.rings.size(), 3U);
  EXPECT_EQ(shape.rings[0].slots, 2) << "until the plane above is there";
  EXPECT_EQ(shape.rings[1].slots, 3);
  EXPECT_EQ(shape.rings[2].slots, 1) << "read as soon as it is there";
  EXPECT_EQ(shape.cells(1), 32 * 16);
  EXPECT_EQ(shape.cells(0), (32 + 1) * (16 + 1));
  EXPECT_EQ(shape.extraPlanes(), 2);
}

TEST(Twosteps, ShapesAreVerifiedByTheProgram) {
  const analysis::Facts facts = inSpace(std::string(kLattice) + kStreams);
  schedules::TwoStepShape shape = schedules::twoStepShape(facts, {32, 16});
  EXPECT_TRUE(shape.verify(facts).empty());
  shape.rings[1].slots = 2;
  EXPECT_EQ(shape.verify(facts),
            std::vector<std::string>{"the second step reads a plane of 'b' that waits no longer"});
  shape = schedules::twoStepShape(facts, {32, 16});
  shape.halo.low[0] = 0;
  EXPECT_EQ(shape.verify(facts),
            std::vector<std::string>{"the second step reads 'a' beyond what the first computes"});
  shape = schedules::twoStepShape(facts, {32, 16});
  shape.rings.pop_back();
  EXPECT_EQ(shape.verify(facts),
            std::vector<std::string>{"no planes of 'c' wait for the second step"});
}

TEST(Twosteps, SaysWhyNot) {
  const std::string field = "field u { boundary copy; init 1; } ";
  EXPECT_EQ(whyNoTwoSteps(inSpace(std::string(kLattice) + kStreams)), "");
  EXPECT_EQ(whyNoTwoSteps(inSpace(field + "u[t+1] = u[x-1];", "x")),
            "it sweeps tiles of two or three axes; use wavefront");
  EXPECT_EQ(whyNoTwoSteps(inSpace(field + "u[t+1] = 2 * u;")),
            "no update reads neighbours of an updated field, so nothing would be kept in shared "
            "memory; use sweep");
  EXPECT_EQ(whyNoTwoSteps(inSpace("field u levels 2 { boundary copy; init 1; } "
                                  "u[t+1] = u[x-1] - u[t-1];")),
            "'u' is read two steps back, and only one time level is kept; use wavefront");
  EXPECT_EQ(whyNoTwoSteps(inSpace(field + "field v { boundary mirror; init 1; } "
                                          "u[t+1] = u[x-1] + v; v[t+1] = v[x-1] + u;")),
            "beyond x.low two fields get their values from different cells, and "
            "tiles compute both at one cell; use wavefront");
  EXPECT_EQ(whyNoTwoSteps(inSpace(field + "field v { boundary copy; init 1; } "
                                          "u[t+1] = v[x-1]; v[t+1] = u[x+1, t+1];")),
            "a step has 2 kernels, because later updates read neighbours of earlier results, "
            "and a tile does one; use wavefront");
  const analysis::Facts lattice = inSpace(std::string(kLattice) + kStreams);
  EXPECT_EQ(whyNoTwoSteps(lattice, {"twosteps", {{"tile", "32"}}}),
            "a tile lies across the swept axis, and tile=32 has 1 axis; use tile=32x16");
  EXPECT_NE(whyNoTwoSteps(lattice, {"twosteps", {{"tile", "128x128"}}}).find("use a smaller tile="),
            std::string::npos);
  EXPECT_NE(whyNoTwoSteps(lattice, {"twosteps", {{"prefetch", "1"}, {"warps", "1"}}})
                .find("prefetch=1 is for one cell a thread"),
            std::string::npos);
}

TEST(Twosteps, PlansFitTheMachineAndSpillNothing) {
  for (const char *precision : {"f32", "f64"}) {
    const analysis::Facts facts = factsOfSource(std::string("stencil s(x, y, z) { precision ") +
                                                precision + "; " + kLattice + kStreams + "}");
    const plan::Plan plan = *planning(facts, cuda(), "twosteps").best;
    EXPECT_EQ(llvm::join(plan::verifyPlan(facts, plan), "\n"), "");
    EXPECT_EQ(plan.fusedKernel.estimate.spilled, 0);
  }
}

bool isAmong(const std::vector<plan::Plan> &plans) {
  return llvm::any_of(plans, [](const plan::Plan &plan) { return plan.schedule == "twosteps"; });
}

// Programs of few fields get it on request. Tuning does not try it, because it is predicted to be
// more than three times as slow as the best plan: a block takes at least 2000 cycles a plane.
TEST(Twosteps, IsProposedForManyFields) {
  const analysis::Facts lattice =
      inSpace(std::string(kLattice) + "field d { boundary periodic; init 1; } " + kStreams +
              " d[t+1] = d[x+1];");
  const analysis::Facts one = heat3d();
  EXPECT_TRUE(isAmong(planning(lattice, cuda()).candidates));
  EXPECT_FALSE(isAmong(planning(one, cuda()).candidates));
  EXPECT_FALSE(isAmong(plan::searchSpace(one, cuda(), {}, 12)));
  EXPECT_TRUE(planning(one, cuda(), "twosteps").best);
}

} // namespace
