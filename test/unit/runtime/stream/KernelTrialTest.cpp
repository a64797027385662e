/// \file Kernels timed before a plan is made: with what memory there is, and only where that is
/// wanted.
#include "runtime/engines/stream/plan/KernelTrial.h"
#include "TraversalParts.h"
#include "runtime/core/device/Team.h"

namespace stencilc::kernel_trial_test {
namespace {

int launches = 0, mostRows = 0;
bool isCold = true; // a value of a cell that is in the rings is not the domain's
[[maybe_unused]] const bool isAlone = (setHostThreads(1), true);

void step(Step &s) {
  ++launches;
  mostRows = std::max(mostRows, s.grid().ny);
  const View<const double> u = s.read<double>(0, 0);
  isCold = isCold || u(3, 2, s.planes().begin) != 3 + 200 + 10000 * 30;
}

struct Trial : testing::Test {
  SmallDomain small{60};
  CountedDevice device;
  TraversalRates rates;
  OutOfCoreTrial wanted;

  void SetUp() override {
    launches = mostRows = 0;
    isCold = false;
    small.program.step = step;
    wanted.isWanted = true;
  }
  Status tryWithin(std::uint64_t bytes) {
    return tryKernels(device, small.domain, bytes, wanted, rates);
  }
};

TEST_F(Trial, timesLaunchesOnPlanesOfTheDomain) {
  EXPECT_TRUE(tryWithin(std::uint64_t{1} << 30));
  EXPECT_TRUE(rates.single.isMeasured());
  EXPECT_FALSE(rates.fused.isMeasured());
  EXPECT_GT(launches, 3);
  EXPECT_FALSE(isCold);
  EXPECT_EQ(device.made, 4); // three buffers of u, one of c
  EXPECT_EQ(device.rings, 0);
}

TEST_F(Trial, isLeftOutWhereItIsNotWantedOrCannotBe) {
  wanted.isWanted = false;
  EXPECT_TRUE(tryWithin(std::uint64_t{1} << 30));
  wanted.isWanted = true;
  small.program.uniformBytes = 8; // and there are none
  EXPECT_TRUE(tryWithin(std::uint64_t{1} << 30));
  small.program.uniformBytes = 0;
  EXPECT_TRUE(tryWithin(1000));
  EXPECT_EQ(launches, 0);
  EXPECT_FALSE(rates.single.isMeasured());
  EXPECT_DOUBLE_EQ(rates.single.seconds(1000), 1000 * 16 * 8 / 1e9); // as planned
}

TEST_F(Trial, isNoErrorWhereMemoryRunsOut) {
  device.most = 2;
  EXPECT_TRUE(tryWithin(std::uint64_t{1} << 30));
  EXPECT_FALSE(rates.single.isMeasured());
  EXPECT_EQ(device.rings, 0);
}

} // namespace
} // namespace stencilc::kernel_trial_test
