/// \file How traffic becomes seconds: which resources overlap, and what shares of rates do.
#include "plan/cost/CostModel.h"
#include "PlanTesting.h"
#include <gtest/gtest.h>

using namespace stencilc;
using namespace stencilc::test;
using machine::KernelShares, plan::Target, plan::Traffic;

namespace {

/// 1e9 updates take a second with a byte from memory, an instruction, or an f64 operation each.
Target chip() {
  Target target = cuda();
  target.copyBandwidth = 1e9;
  target.multiprocessors = 1;
  target.clock = 1e9 / plan::kLanes;
  target.doublesPerCycle = target.singlesPerCycle = plan::kLanes;
  return target;
}

Traffic traffic(double bytes, double instructions, double doubles) {
  Traffic traffic;
  traffic.memoryBytes = bytes;
  traffic.instructions = instructions;
  traffic.doubles = doubles;
  return traffic;
}

double secondsOf(const Traffic &traffic, const KernelShares &shares) {
  return plan::estimate(traffic, shares, chip()).seconds;
}

TEST(CostModelTest, TheSlowerOfMemoryAndMultiprocessorAndAPartOfTheOther) {
  KernelShares shares;
  EXPECT_NEAR(secondsOf(traffic(8, 5, 3), shares), 8, 1e-9);
  shares.loss = 0.25;
  EXPECT_NEAR(secondsOf(traffic(8, 5, 3), shares), 8 + 0.25 * 5, 1e-9);
  EXPECT_NEAR(secondsOf(traffic(4, 8, 3), shares), 8 + 0.25 * 4, 1e-9);
}

TEST(CostModelTest, ResourcesOfAMultiprocessorOverlapAmongEachOtherFirst) {
  KernelShares shares;
  shares.loss = 0.5;
  shares.lossInside = 0.1;
  EXPECT_NEAR(secondsOf(traffic(8, 5, 3), shares), 8 + 0.5 * (5 + 0.1 * 3), 1e-9);
}

TEST(CostModelTest, SharplyOrNotWhatComesCloseAdds) {
  KernelShares shares;
  shares.sharpness = 2;
  EXPECT_NEAR(secondsOf(traffic(4, 3, 0), shares), 5, 1e-9);
  shares.sharpness = 100;
  EXPECT_NEAR(secondsOf(traffic(4, 3, 0), shares), 4, 1e-6);
}

TEST(CostModelTest, SharesStretchTheirResource) {
  KernelShares shares;
  shares.copy = 0.5;
  EXPECT_NEAR(secondsOf(traffic(8, 5, 0), shares), 16, 1e-9);
  shares.copy = 1;
  shares.issue = 0.5;
  EXPECT_NEAR(secondsOf(traffic(8, 5, 0), shares), 10, 1e-9);
  shares.seen = 1.5;
  EXPECT_NEAR(secondsOf(traffic(8, 5, 0), shares), 15, 1e-9);
  Traffic again = traffic(8, 0, 0);
  again.cacheBytes = 8;
  shares = {};
  EXPECT_NEAR(secondsOf(again, shares), 8, 1e-9) << "counted by no share";
  shares.l2Cost = 0.25;
  EXPECT_NEAR(secondsOf(again, shares), 10, 1e-9);
}

TEST(CostModelTest, WorkAndSpillsAreNoBytes) {
  KernelShares shares;
  Traffic twice = traffic(8, 5, 0);
  twice.work = 2;
  EXPECT_NEAR(secondsOf(twice, shares), 10, 1e-9);
  twice.slower = 1.5;
  EXPECT_NEAR(secondsOf(twice, shares), 15, 1e-9);
  twice.memoryBytes = 20;
  EXPECT_NEAR(secondsOf(twice, shares), 20, 1e-9);
}

TEST(CostModelTest, OthersFillTheTimeThatABlockWaits) {
  KernelShares shares;
  Traffic waits = traffic(1, 1, 0);
  waits.waiting = 6 / plan::kLanes;
  EXPECT_NEAR(secondsOf(waits, shares), 6, 1e-9);
  EXPECT_NEAR(plan::estimate(waits, shares, chip(), 3).seconds, 2, 1e-9);
  waits.stalls = waits.waiting;
  waits.waiting = 0;
  EXPECT_NEAR(plan::estimate(waits, shares, chip(), 3).seconds, 7, 1e-9);
}

TEST(CostModelTest, OnAProcessorItIsTheMemory) {
  Target target = cpu();
  target.copyBandwidth = 1e9;
  const plan::Estimate estimate = plan::estimate(traffic(8, 500, 300), {}, target);
  EXPECT_NEAR(estimate.seconds, 8, 1e-9);
  EXPECT_EQ(estimate.arithmetic, 300);
}

} // namespace
