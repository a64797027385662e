/// \file What a run on several devices takes by the model: seconds of a step, by numbers written
/// down by hand, and which exchange and how many devices are chosen for it.
#include "runtime/engines/slabs/plan/SlabPlan.h"
#include "WaveProgram.h"

namespace stencilc {
namespace {

constexpr double kRate = 1e12, kPlane = 512 * 512, kLatency = 20e-6, kLink = 365e9;
constexpr int kSteps = 2; // of a launch of the program

/// The plan of 512^3 cells on so many parts, with kernels of `kRate` updates a second.
SlabPlan planOf(const char *exchange, int parts, int every = 1) {
  Wave wave(false, true, exchange, every);
  wave.slabs.updatesPerSecond = kRate;
  wave.program.world = ExecutionSpace::Cuda;
  wave.divide();
  SlabPlan plan;
  EXPECT_TRUE(plan.choose(wave.program, {512, 512, 512}, parts));
  return plan;
}

/// A plane of a launch, and one that is sent: two levels of u.
constexpr double kSecondsOfAPlane = kPlane * kSteps / kRate, kBytes = 2 * 8 * kPlane;

TEST(SlabPlan, AStepHasItsShareOfALaunchAndOfAnExchange) {
  const double launch = kSecondsOfAPlane * (128 + 2 * 2);
  const double exchange = kLatency + 2 * 2 * kBytes / kLink;
  EXPECT_DOUBLE_EQ(planOf("after", 4).stepSeconds, (launch + exchange) / kSteps);
}

TEST(SlabPlan, LinksAreThoseThatTheProgramWasCompiledWith) {
  Wave wave(false, true, "after");
  wave.slabs.updatesPerSecond = kRate;
  wave.slabs.exchangeLatency = 1;
  wave.slabs.linkBytesPerSecond = 1e9;
  wave.divide();
  SlabPlan plan;
  EXPECT_TRUE(plan.choose(wave.program, {512, 512, 512}, 2));
  const double launch = kSecondsOfAPlane * (256 + 2 * 2);
  EXPECT_DOUBLE_EQ(plan.stepSeconds, (launch + 1 + 2 * kBytes / 1e9) / kSteps);
}

TEST(SlabPlan, ExchangesRunBesideLaunchesThatAreLongEnough) {
  Wave wave(false, true, "auto");
  wave.slabs.updatesPerSecond = kRate;
  wave.program.world = ExecutionSpace::Cuda;
  wave.divide();
  SlabPlan plan;
  EXPECT_TRUE(plan.choose(wave.program, {512, 512, 512}, 4));
  EXPECT_EQ(plan.exchange, SlabExchange::Ends) << "kernels cannot do their ends first";
  wave.slabs.boundaryFirst = true;
  EXPECT_TRUE(plan.choose(wave.program, {512, 512, 512}, 4));
  EXPECT_EQ(plan.exchange, SlabExchange::Ordered);
  EXPECT_TRUE(plan.choose(wave.program, {32, 32, 512}, 4));
  EXPECT_EQ(plan.exchange, SlabExchange::After) << "there is nothing to run beside";
  wave.slabs.boundaryFirst = false;
  wave.slabs.exchange = "ordered";
  EXPECT_EQ(plan.choose(wave.program, {512, 512, 512}, 4).message(),
            "exchange=ordered: the kernels of this program cannot compute their boundary planes "
            "first; compile it with --schedule=slabs:exchange=ordered");
  wave.program.world = ExecutionSpace::Cpu;
  EXPECT_TRUE(plan.choose(wave.program, {512, 512, 512}, 4));
  EXPECT_EQ(plan.exchange, SlabExchange::Ordered);
}

TEST(SlabPlan, LaunchesOfOneStepAreNotOrdered) {
  Wave wave(false, false, "auto");
  wave.slabs.updatesPerSecond = 0.1 * kRate;
  wave.slabs.boundaryFirst = true;
  wave.program.world = ExecutionSpace::Cuda;
  wave.divide();
  SlabPlan plan;
  EXPECT_TRUE(plan.choose(wave.program, {512, 512, 512}, 4));
  EXPECT_EQ(plan.exchange, SlabExchange::Ends);
}

TEST(SlabPlan, AnExchangeIsSharedByAllLaunchesBeforeIt) {
  for (const int every : {2, 3}) {
    const double launch = kSecondsOfAPlane * (128 + 2 * 2);
    // A launch computes, on both sides, the planes that those after it read there.
    const double beyond = kSecondsOfAPlane * 2 * 2 * (every == 2 ? 1 : 3);
    const double exchange = kLatency + 2 * 2 * every * kBytes / kLink;
    EXPECT_DOUBLE_EQ(planOf("after", 4, every).stepSeconds,
                     (every * launch + beyond + exchange) / (kSteps * every));
  }
  EXPECT_LT(planOf("after", 4, 2).stepSeconds, planOf("after", 4).stepSeconds);
}

} // namespace
} // namespace stencilc
