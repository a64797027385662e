/// \file What steps cost that several devices share, by numbers of the model written down by hand,
/// and that no number of devices is planned to be slower than by the kernels of one.
#include "plan/cost/DividedCost.h"
#include "PlanTesting.h"
#include "plan/cost/LaunchGrid.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

namespace {

constexpr double kPlane = 512 * 512, kLatency = 20e-6, kRate = 365e9;
constexpr double kFused = 2e-3, kSingle = 5e-3; // seconds per 1e9 updates

/// Kernels of so many steps at once, and of single ones.
plan::Plan kernelsOf(const analysis::Facts &facts, int steps) {
  plan::Plan plan;
  plan.kernels.resize(facts.dependence.kernels.size());
  for (plan::KernelPlan &kernel : plan.kernels)
    kernel.estimate.seconds = kSingle / double(plan.kernels.size());
  if (steps > 1) {
    plan.fused.emplace().steps = steps;
    plan.fusedKernel.estimate.seconds = kFused;
  }
  return plan;
}

plan::SlabsPlan slabsOf(int devices, const char *exchange = "after", int every = 1) {
  plan::SlabsPlan slabs;
  slabs.reach.low = slabs.reach.high = 1;
  slabs.devices = devices;
  slabs.exchange = exchange;
  slabs.every = every;
  return slabs;
}

double launchOf(double secondsPerUpdates, int steps, int planes) {
  return 1e-9 * secondsPerUpdates * steps * planes * kPlane;
}

double exchangeOf(int halo, int sides = 2) { return kLatency + sides * 8 * kPlane * halo / kRate; }

double stepOf(const plan::DividedCost &cost) { return cost.perUpdates * 1e-9 * 512 * kPlane; }

TEST(DividedCost, LaunchAndExchangeOfTheLargestSlab) {
  const analysis::Facts facts = heat3d();
  const plan::DividedCost cost = dividedCost(facts, kernelsOf(facts, 4), slabsOf(5));
  EXPECT_EQ(cost.launches.planes, 103);
  EXPECT_EQ(cost.launches.steps, 4);
  EXPECT_EQ(cost.launches.halo, 4);
  EXPECT_EQ(cost.launches.sideBytes, 4 * 8 * kPlane);
  EXPECT_DOUBLE_EQ(cost.launches.alone, launchOf(kFused, 4, 103));
  EXPECT_DOUBLE_EQ(cost.launches.after, launchOf(kFused, 4, 103) + exchangeOf(4));
  EXPECT_DOUBLE_EQ(stepOf(cost), cost.launches.after / 4);
  EXPECT_EQ(plan::plannedExtents(plan::factsOfSlab(facts, 5).program)[2], 103);
}

TEST(DividedCost, TheShorterExchangeCounts) {
  const analysis::Facts facts = heat3d();
  const auto cost = [&](const char *exchange) {
    return dividedCost(facts, kernelsOf(facts, 4), slabsOf(4, exchange));
  };
  const plan::DividedCost both = cost("auto");
  EXPECT_LT(both.launches.ends, both.launches.after);
  EXPECT_LT(both.launches.ordered, both.launches.ends);
  EXPECT_DOUBLE_EQ(stepOf(both), both.launches.ordered / 4);
  EXPECT_DOUBLE_EQ(both.perUpdates, cost("ordered").perUpdates);
  EXPECT_LT(both.perUpdates, cost("ends").perUpdates);
  EXPECT_LT(both.perUpdates, cost("after").perUpdates);
}

TEST(DividedCost, LinksAreThoseOfTheMachine) {
  const analysis::Facts facts = heat3d();
  plan::Plan kernels = kernelsOf(facts, 4);
  kernels.target.links = machine::DeviceLinks{100e-6, 10e9};
  const plan::SlabLaunches launches = dividedCost(facts, kernels, slabsOf(5)).launches;
  EXPECT_DOUBLE_EQ(launches.after - launches.alone, 100e-6 + 2 * 8 * kPlane * 4 / 10e9);
}

TEST(DividedCost, OneDeviceExchangesNothing) {
  const analysis::Facts facts = heat3d();
  const plan::DividedCost cost = dividedCost(facts, kernelsOf(facts, 4), slabsOf(1));
  EXPECT_DOUBLE_EQ(cost.perUpdates, kFused);
  EXPECT_DOUBLE_EQ(cost.launches.after, cost.launches.alone);
}

TEST(DividedCost, TwoDevicesSendToBothSidesOnlyWhereTheAxisIsPeriodic) {
  const analysis::Facts facts = heat3d();
  plan::SlabsPlan slabs = slabsOf(2);
  const auto exchange = [&] {
    const plan::SlabLaunches launches = dividedCost(facts, kernelsOf(facts, 4), slabs).launches;
    return launches.after - launches.alone;
  };
  EXPECT_NEAR(exchange(), exchangeOf(4, 1), 1e-12);
  slabs.isPeriodic = true;
  EXPECT_NEAR(exchange(), exchangeOf(4, 2), 1e-12);
}

// Each part has the planes that its neighbours need of it, or does single steps.
TEST(DividedCost, ThinSlabsDoSingleSteps) {
  const analysis::Facts facts = heat3d();
  EXPECT_EQ(dividedCost(facts, kernelsOf(facts, 4), slabsOf(128)).launches.steps, 4);
  const plan::DividedCost cost = dividedCost(facts, kernelsOf(facts, 4), slabsOf(129));
  EXPECT_EQ(cost.launches.steps, 1);
  EXPECT_EQ(cost.launches.halo, 1);
  EXPECT_DOUBLE_EQ(stepOf(cost), launchOf(kSingle, 1, 4) + exchangeOf(1));
}

TEST(DividedCost, LaunchesBetweenExchangesComputePlanesBeyondTheSlab) {
  const analysis::Facts facts = heat3d();
  const plan::DividedCost cost = dividedCost(facts, kernelsOf(facts, 4), slabsOf(4, "after", 3));
  EXPECT_EQ(cost.launches.launches, 3);
  EXPECT_EQ(cost.launches.halo, 12);
  // The first of three computes 8 planes on either side for those after it, the second 4.
  EXPECT_NEAR(cost.launches.alone, launchOf(kFused, 4, 3 * 128 + 2 * (8 + 4)), 1e-12);
  EXPECT_NEAR(stepOf(cost), (cost.launches.alone + exchangeOf(12)) / 12, 1e-12);
  EXPECT_EQ(dividedCost(facts, kernelsOf(facts, 4), slabsOf(64, "after", 3)).launches.launches, 2)
      << "8 planes are enough for 2 launches of 4 steps";
}

TEST(DividedCost, StepsLeftOverHaveAnExchangeOfTheirOwn) {
  analysis::Facts facts = heat3d();
  facts.steps = 10;
  const plan::DividedCost cost = dividedCost(facts, kernelsOf(facts, 4), slabsOf(4));
  // Two single steps before an exchange: the first computes a plane beyond either end.
  const double rest = launchOf(kSingle, 1, 2 * 128 + 2) + exchangeOf(4);
  EXPECT_NEAR(stepOf(cost), (2 * cost.launches.after + rest) / 10, 1e-12);
  facts.steps = 12; // one launch after an exchange for two
  const plan::DividedCost two = dividedCost(facts, kernelsOf(facts, 4), slabsOf(4, "after", 2));
  EXPECT_NEAR(stepOf(two), (two.launches.after + launchOf(kFused, 4, 128) + exchangeOf(8)) / 12,
              1e-12);
}

TEST(DividedCost, SeveralLevelsAreSentAsFarAsALaunchMakesThem) {
  Draft d(3, ScalarType::F32);
  const FieldId u = d.field("u", ir::BoundaryKind::Keep, 2);
  d.stage(u, d.sum(u, {{{0, 0, -1}}, {{0, 0, 1}}}));
  d.program.sizeHint = {{512, 512, 512}};
  const analysis::Facts facts = analysis::gatherFacts(d.program);
  EXPECT_EQ(dividedCost(facts, kernelsOf(facts, 1), slabsOf(4)).launches.sideBytes, 4 * kPlane);
  EXPECT_EQ(dividedCost(facts, kernelsOf(facts, 4), slabsOf(4)).launches.sideBytes,
            4 * 2 * 4 * kPlane);
}

/// Plans for several devices take no longer by the model than the kernels of one device there.
void expectNoSlowerThanKernelsOfOne(const analysis::Facts &facts) {
  const auto planFor = [&](int devices) {
    return *planning(facts, cuda(), "slabs:devices=" + std::to_string(devices)).best;
  };
  std::string ofOne = planFor(1).options.at("inner");
  EXPECT_EQ(planning(facts, cuda(), "slabs").best->options.at("inner"), ofOne);
  std::replace(ofOne.begin(), ofOne.end(), '+', ',');
  if (llvm::StringRef(ofOne).starts_with("wavefront"))
    ofOne += ",rest=none";
  for (const int devices : {2, 4, 8, 16}) {
    const plan::Plan plan = planFor(devices);
    const plan::Planning there = planning(plan::factsOfSlab(facts, devices), cuda(), ofOne);
    const double most = dividedCost(facts, *there.best, *plan.slabs).perUpdates;
    EXPECT_LE(plan.cost, most * (1 + 1e-12)) << devices;
    EXPECT_GT(plan.cost, most / 4) << devices;
  }
}

TEST(DividedCost, NoDevicesAreSlowerThanByTheKernelsOfOne) {
  for (const ScalarType type : {ScalarType::F64, ScalarType::F32})
    for (const int radius : {1, 2, 4})
      for (const std::int64_t n : {96, 256, 512})
        expectNoSlowerThanKernelsOfOne(factsOf(3, radius, Shape::Star, type, {{n, n, n}}));
  expectNoSlowerThanKernelsOfOne(factsOf(2, 1, Shape::Star, ScalarType::F64, {{8192, 8192, 1}}));
}

TEST(DividedCost, ThinSlabsFuseFewerSteps) {
  const analysis::Facts facts = heat3d(ScalarType::F64, {{640, 640, 256}});
  const auto plan = [&](const std::string &request) {
    return *planning(facts, cuda(), request).best;
  };
  const plan::Plan one = plan("slabs:devices=1"), eight = plan("slabs:devices=8");
  EXPECT_LT(eight.fused->steps, one.fused->steps);
  EXPECT_EQ(eight.slabs->expected.planes, 32);
  EXPECT_EQ(eight.slabs->expected.steps, eight.fused->steps);
  EXPECT_LT(eight.cost, one.cost / 3);
  // The kernels say themselves what they are, and are the same for any number asked for.
  EXPECT_EQ(plan(eight.requestText()).fused->steps, eight.fused->steps);
  EXPECT_EQ(eight.options.count("devices"), 0u);
  EXPECT_EQ(plan("slabs:devices=8,inner=wavefront:steps=4").fused->steps, 4);
}

} // namespace
