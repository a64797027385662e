/// \file Joules of an update, the rate that a power limit leaves, and which runs it binds.
#include "plan/cost/Power.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using machine::GpuEnergy, plan::Plan, plan::Power, plan::Target, plan::Traffic;

namespace {

/// A chip with round numbers: 100 of 300 W whatever it does.
Target meteredChip() {
  Target target = cuda();
  target.energy = GpuEnergy{.limit = 300,
                            .idle = 100,
                            .f64 = 7e-9,
                            .f32 = 5e-9,
                            .instruction = 2e-9,
                            .sharedByte = 3e-9,
                            .l2Byte = 11e-9,
                            .memoryByte = 13e-9};
  return target;
}

/// A plan that takes `cost` seconds and `joules` beside static power for 1e9 updates.
Plan planOf(double cost, double joules) {
  Plan plan;
  plan.target = meteredChip();
  plan.cost = cost;
  plan.kernels.emplace_back().estimate.joules = joules;
  return plan;
}

double nanojoules(const Traffic &traffic) { return 1e9 * plan::joulesOf(traffic, meteredChip()); }

TEST(PowerTest, EachByteAndEachInstructionTakesItsPart) {
  EXPECT_NEAR(nanojoules({.memoryBytes = 1}), 13, 1e-9);
  EXPECT_NEAR(nanojoules({.cacheBytes = 1}), 11, 1e-9);
  EXPECT_NEAR(nanojoules({.sharedBytes = 1}), 3, 1e-9);
  EXPECT_NEAR(nanojoules({.loadBytes = 1}), 3, 1e-9);
  EXPECT_NEAR(nanojoules({.instructions = 1}), 2, 1e-9);
  EXPECT_NEAR(nanojoules({.instructions = 1, .doubles = 1}), 7, 1e-9);
  EXPECT_NEAR(nanojoules({.instructions = 4, .doubles = 1, .singles = 2}), 7 + 2 * 5 + 2, 1e-9);
}

TEST(PowerTest, WorkDoneTwiceTakesEnergyAndWaitingDoesNot) {
  Traffic traffic{.memoryBytes = 1, .instructions = 1, .work = 3};
  EXPECT_NEAR(nanojoules(traffic), 13 + 3 * 2, 1e-9);
  traffic.computed = 1.5; // half of the time of multiprocessors is for nothing
  EXPECT_NEAR(nanojoules(traffic), 13 + 1.5 * 2, 1e-9);
  traffic.slower = 2; // registers that spill are waited for, and a tenth of that is work
  EXPECT_NEAR(nanojoules(traffic), 13 + 1.1 * 1.5 * 2, 1e-9);
}

TEST(PowerTest, WithoutNumbersNothingIsSaid) {
  Target target = meteredChip();
  target.energy.reset();
  EXPECT_EQ(plan::joulesOf({.memoryBytes = 1}, target), 0);
  Plan plan = planOf(1, 10);
  plan.target = target;
  EXPECT_FALSE(plan::powerOf(plan));
}

TEST(PowerTest, BelowTheLimitAPlanIsAsFastAsABurst) {
  const std::optional<Power> power = plan::powerOf(planOf(2, 50));
  ASSERT_TRUE(power);
  EXPECT_FALSE(power->isLimited());
  EXPECT_DOUBLE_EQ(power->sustained, 2);
  EXPECT_DOUBLE_EQ(power->nanojoules, 50 + 2 * 100);
  EXPECT_DOUBLE_EQ(power->watts, 125);
}

TEST(PowerTest, AtTheLimitEnergyIsTheRate) {
  const std::optional<Power> power = plan::powerOf(planOf(2, 1000));
  ASSERT_TRUE(power && power->isLimited());
  EXPECT_DOUBLE_EQ(power->burst, 2);
  EXPECT_DOUBLE_EQ(power->sustained, 5); // 1000 J at the 200 W that are left
  EXPECT_DOUBLE_EQ(power->nanojoules, 1500);
  EXPECT_DOUBLE_EQ(power->watts, 300);
}

TEST(PowerTest, EachDeviceHasALimitOfItsOwn) {
  Plan plan = planOf(2, 1000);
  plan.slabs.emplace().devices = 2;
  const std::optional<Power> power = plan::powerOf(plan);
  ASSERT_TRUE(power && power->isLimited());
  EXPECT_DOUBLE_EQ(power->sustained, 2.5);
  EXPECT_DOUBLE_EQ(power->watts, 300);
  EXPECT_DOUBLE_EQ(power->nanojoules, 1000 + 2 * 2.5 * 100);
}

TEST(PowerTest, KeepingUpIsDoneOnce) {
  Plan plan = planOf(2, 1000);
  plan::limitBySustainedPower(plan);
  EXPECT_DOUBLE_EQ(plan.cost, 5);
  EXPECT_DOUBLE_EQ(plan.burst, 2);
  plan::limitBySustainedPower(plan);
  EXPECT_DOUBLE_EQ(plan.cost, 5);
  Plan cool = planOf(2, 50);
  plan::limitBySustainedPower(cool);
  EXPECT_DOUBLE_EQ(cool.cost, 2);
  EXPECT_EQ(cool.burst, 0);
}

bool isLong(std::optional<std::int64_t> steps, std::vector<Plan> plans) {
  analysis::Facts facts = heat3d(ScalarType::F64, {{1000, 1000, 1000}});
  facts.steps = steps;
  return plan::isLongRun(facts, plans.begin(), plans.end());
}

TEST(PowerTest, ARunIsLongFromASecondOn) {
  EXPECT_FALSE(isLong(std::nullopt, {planOf(0.1, 0)})) << "nobody says how long";
  EXPECT_FALSE(isLong(9, {planOf(0.1, 0)}));
  EXPECT_TRUE(isLong(10, {planOf(0.1, 0)}));
  EXPECT_FALSE(isLong(10, {planOf(0.2, 0), planOf(0.05, 0)})) << "by the cheapest plan";
  EXPECT_FALSE(isLong(10, {}));
}

TEST(PowerTest, ALowLimitChangesThePlanOfALongRunAlone) {
  Target target = *machine::findTarget(plan::TargetKind::Cuda, "sm_90");
  ASSERT_TRUE(target.energy) << "an H200, whose file has it";
  target.energy->limit = target.energy->idle + 60;
  analysis::Facts facts = heat3d(ScalarType::F32, {{128, 128, 128}});
  facts.steps = 48;
  const plan::Planning burst = planning(facts, target), usual = planning(facts, cuda());
  facts.steps = 48000000;
  const plan::Planning kept = planning(facts, target);
  EXPECT_EQ(burst.best->requestText(), usual.best->requestText());
  EXPECT_NE(burst.best->requestText(), kept.best->requestText());
  EXPECT_LT(plan::estimateOf(*kept.best).joules, plan::estimateOf(*burst.best).joules);
  EXPECT_GT(kept.best->cost, burst.best->cost);
}

TEST(PowerTest, SmallGridsTakeLittle) {
  // A wavefront of few tiles: all but a few multiprocessors wait, which takes static power alone.
  const analysis::Facts facts = heat3d(ScalarType::F64, {{64, 64, 64}});
  const plan::Planning small = planning(facts, cuda(), "wavefront:steps=4");
  const std::optional<Power> power = plan::powerOf(*small.best);
  ASSERT_TRUE(power);
  EXPECT_FALSE(power->isLimited());
  EXPECT_LT(power->watts, cuda().energy->idle + 130);
}

} // namespace
