/// \file Which programs schedule persistent takes, and what it plans for them.
#include "Compiled.h"
#include "PlanTesting.h"
#include "plan/verify/PlanVerifier.h"
#include "schedules/persistent/Shape.h"
#include "llvm/ADT/StringExtras.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

const char *const kHeat = "field u { boundary keep; init 1; } "
                          "u[t+1] = 0.2 * (u + u[x-1] + u[x+1] + u[y-1] + u[y+1]); ";

analysis::Facts factsOnPlane(const std::string &lines, const std::string &size = "1000, 900") {
  return factsOfSource("stencil s(x, y) { precision f32; " + lines + " size " + size + "; }");
}

std::string whyNotPersistent(const analysis::Facts &facts,
                             const plan::ScheduleRequest &request = {}) {
  return plan::findSchedule("persistent")->fit(facts, cuda(), request).reason;
}

bool hasPart(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(Persistent, HalosHaveTheCellsOfAllStepsBetweenExchanges) {
  const schedules::PersistentShape shape =
      schedules::persistentShape(factsOnPlane(kHeat), {10, 1}, 4);
  EXPECT_EQ(shape.tile[0], 100);
  EXPECT_EQ(shape.halo.low[0], 4);
  EXPECT_EQ(shape.tile[1], 900);
  EXPECT_EQ(shape.halo.low[1], 1) << "y is not divided: only cells beyond faces";
  EXPECT_EQ(shape.sharedBytes(), std::int64_t{2} * 108 * 902 * 4);
}

TEST(Persistent, StepsOfSeveralKernelsReadFurther) {
  const analysis::Facts facts =
      factsOnPlane("field h { boundary periodic; init 1; } field e { boundary periodic; init 1; } "
                   "h[t+1] = h + e[x+1] - e; e[t+1] = e + h[t+1] - h[t+1, x-1];");
  const schedules::PersistentShape shape = schedules::persistentShape(facts, {10, 1}, 3);
  EXPECT_TRUE(shape.isRound[0]);
  EXPECT_EQ(shape.halo.low[0], 3);
  EXPECT_EQ(shape.halo.high[0], 3);
  EXPECT_EQ(shape.beyond[0].low[0], 1) << "h is computed where e needs it";
}

TEST(Persistent, ShapesAreVerifiedByTheProgram) {
  const analysis::Facts facts = factsOnPlane(kHeat);
  schedules::PersistentShape shape = schedules::persistentShape(facts, {10, 9}, 4);
  EXPECT_TRUE(shape.verify(facts).empty());
  shape.halo.low[0] = 3;
  EXPECT_EQ(shape.verify(facts),
            std::vector<std::string>{"the halo along x is too small for the steps of an exchange"});
  shape = schedules::persistentShape(facts, {10, 9}, 4);
  shape.tile[1] = 99;
  EXPECT_EQ(shape.verify(facts), std::vector<std::string>{"tiles do not cover y"});
  shape = schedules::persistentShape(facts, {10, 9}, 4);
  shape.fields.clear();
  EXPECT_EQ(shape.verify(facts), std::vector<std::string>{"no tile for 'u'"});
  EXPECT_EQ(schedules::persistentShape(facts, {100, 1}, 6).verify(facts),
            std::vector<std::string>{"tiles along x are narrower than twice the halo"});
}

TEST(Persistent, SaysWhyNot) {
  EXPECT_EQ(whyNotPersistent(factsOnPlane(kHeat)), "");
  EXPECT_TRUE(
      hasPart(whyNotPersistent(factsOnPlane(kHeat, "20000, 20000")), "use wavefront or sweep"));
  EXPECT_TRUE(hasPart(whyNotPersistent(factsOnPlane(kHeat), {"persistent", {{"parts", "12x12"}}}),
                      "all blocks run at the same time"));
  EXPECT_TRUE(hasPart(whyNotPersistent(factsOnPlane(kHeat), {"persistent", {{"parts", "12"}}}),
                      "has 1 axis"));
  EXPECT_TRUE(
      hasPart(whyNotPersistent(factsOnPlane(kHeat), {"persistent", {{"steps", "1"}}}), "steps=1"));
  const analysis::Facts wave =
      factsOnPlane("field u levels 2 { boundary keep; init 1; } "
                   "u[t+1] = 0.2 * (u[x-1] + u[x+1] + u[y-1] + u[y+1]) + u - u[t-1]; ");
  EXPECT_EQ(whyNotPersistent(wave, {"persistent", {{"steps", "3"}}}), "");
  EXPECT_TRUE(hasPart(whyNotPersistent(wave, {"persistent", {{"steps", "2"}}}), "allows 3 to 4096"))
      << "3 steps are not two launches of 2 steps";
  const analysis::Facts mixed =
      factsOnPlane("field u { boundary periodic; init 1; } field v { boundary copy; init 1; } "
                   "u[t+1] = u[x-1] + v[x-1]; v[t+1] = v[x+1] + v[y-1] + u;");
  EXPECT_EQ(whyNotPersistent(mixed), "");
  EXPECT_EQ(whyNotPersistent(mixed, {"persistent", {{"parts", "2x1"}}}),
            "some fields are periodic along x, others have another boundary there; use one part "
            "along it in parts=");
}

TEST(Persistent, PlansFitTheMachine) {
  for (const char *size : {"100, 90", "1000, 900", "1500, 1400"}) {
    const analysis::Facts facts = factsOnPlane(kHeat, size);
    const plan::Plan plan = *planning(facts, cuda(), "persistent").best;
    EXPECT_EQ(llvm::join(plan::verifyPlan(facts, plan), "\n"), "");
    EXPECT_EQ(plan.fusedKernel.estimate.spilled, 0);
    EXPECT_LE(plan.fusedKernel.shapeAs<schedules::PersistentShape>().blocks(),
              cuda().multiprocessors);
  }
}

TEST(Persistent, IsPlannedOnRequestOnly) {
  for (const plan::Plan &plan : planning(factsOnPlane(kHeat), cuda()).candidates)
    EXPECT_NE(plan.schedule, "persistent");
}

} // namespace
