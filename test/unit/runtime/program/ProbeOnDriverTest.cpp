/// \file The probe on a GPU that the test brings: what it asks the driver for, and what it makes of
/// the clock, which says 5 ms for whatever lies between two events.
#include "FakeCuda.h"
#include "runtime/probe/Identity.h"
#include "runtime/probe/Measure.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace stencilc::probe::probe_on_driver_test {

/// What launches name; the driver that runs nothing takes any address for a kernel.
extern "C" void probeKernel(int number);
asm(".data\nprobeKernel: .quad 0\n.text");

namespace {

constexpr double kSeconds = 0.005;

void launch(const Runtime &runtime, unsigned blocks) {
  runtime.launch("probeKernel", probeKernel, {.grid = dim3(blocks), .block = dim3(32)}, 7);
}
constexpr BesideLoad kBesideLoad[] = {
    {0, [](const Runtime &runtime, unsigned blocks, void *) { launch(runtime, blocks); }}};
constexpr Arithmetic kArithmetic = {
    [](const Runtime &runtime, unsigned blocks, int, void *, UInt64 *) { launch(runtime, blocks); },
    [](const Runtime &runtime, unsigned blocks, int, void *, UInt64 *) { launch(runtime, blocks); },
    kBesideLoad, 1};
constexpr ProbeKernels kKernels = {
    .world = ExecutionSpace::Cuda,
    .compiler = "",
    .copyMemory = [](const Runtime &runtime, unsigned blocks, Words *,
                     const Words *) { launch(runtime, blocks); },
    .readMemory = [](const Runtime &runtime, unsigned blocks, const Words *,
                     UInt32 *) { launch(runtime, blocks); },
    .writeMemory = [](const Runtime &runtime, unsigned blocks,
                      Words *) { launch(runtime, blocks); },
    .readShared = [](const Runtime &runtime, unsigned blocks, int,
                     UInt32 *) { launch(runtime, blocks); },
    .readL1 = [](const Runtime &runtime, unsigned blocks, const Words *, int,
                 UInt32 *) { launch(runtime, blocks); },
    .readL2 = [](const Runtime &runtime, unsigned blocks, const Words *, int, int,
                 UInt32 *) { launch(runtime, blocks); },
    .f32 = kArithmetic,
    .f64 = kArithmetic,
    .doNothing = [](const Runtime &runtime) { launch(runtime, 1); },
    .waitAtBarriers = [](const Runtime &runtime, unsigned, int) { launch(runtime, 1); }};

class ProbeOnDriverTest : public testing::Test {
protected:
  ProbeOnDriverTest() {
    setenv("STENCILC_CUDA_DRIVER", FAKE_CUDA, 1);
    fake::setSeconds(kSeconds);
    fake::setFreeMemory(std::size_t{1} << 22);
    EXPECT_TRUE(identify(gpuDevice(), gpu));
    bench.emplace(gpuDevice(), kKernels);
    fake::forget();
  }

  static bool wasCalled(const std::string &call) {
    const auto calls = fake::calls();
    return std::find(calls.begin(), calls.end(), call) != calls.end();
  }

  Gpu gpu;
  std::optional<Bench> bench;
};

TEST_F(ProbeOnDriverTest, TheDriverSaysWhoTheGpuIs) {
  EXPECT_EQ(gpu.name, "Fake H200");
  EXPECT_EQ(gpu.arch, "sm_90");
  EXPECT_EQ(gpu.multiprocessors, 132);
  EXPECT_EQ(gpu.l2Bytes, 60u << 20);
  EXPECT_EQ(gpu.limits.sharedBytesPerBlock, 232448);
  EXPECT_EQ(gpu.cuda, "11.4");
}

TEST_F(ProbeOnDriverTest, MemoryIsAQuarterOfWhatIsFree) {
  ASSERT_TRUE(measureMemory(*bench, gpu));
  constexpr double kBytes = 1 << 20;
  EXPECT_TRUE(wasCalled("cuMemAlloc_v2(1048576)"));
  EXPECT_FLOAT_EQ(gpu.memoryCopy, 1e-9 * 2 * kBytes / kSeconds);
  EXPECT_FLOAT_EQ(gpu.memoryCopyKernel, 1e-9 * 2 * kBytes / kSeconds);
  EXPECT_FLOAT_EQ(gpu.memoryRead, 1e-9 * kBytes / kSeconds);
  EXPECT_FLOAT_EQ(gpu.memoryWrite, 1e-9 * kBytes / kSeconds);
  // 256 accesses of 16 bytes a block, four for each thread that reads alone.
  const auto calls = fake::calls();
  for (const char *shape : {"256x1x1, 32x1x1", "64x1x1, 32x1x1"})
    EXPECT_TRUE(std::any_of(calls.begin(), calls.end(), [&](const std::string &call) {
      return call.find(shape) != std::string::npos;
    })) << shape;
}

TEST_F(ProbeOnDriverTest, LaunchesAreTimedOneByOneAndAsAGraph) {
  ASSERT_TRUE(measureCosts(*bench, gpu));
  EXPECT_FLOAT_EQ(gpu.launch, 1e6 * kSeconds / 1000);
  EXPECT_FLOAT_EQ(gpu.launchGraph, 1e6 * kSeconds / 1000);
  EXPECT_GT(gpu.launchAndWait, 0);
  ASSERT_EQ(gpu.barriers.size(), 4u);
  EXPECT_EQ(gpu.barriers[3].first, 1024);
  EXPECT_FLOAT_EQ(gpu.barriers[3].second, 1e6 * kSeconds / kBarriers);
  const auto calls = fake::calls();
  const auto begin = std::find_if(calls.begin(), calls.end(), [](const std::string &call) {
    return call.find("cuStreamBeginCapture_v2(") == 0;
  });
  ASSERT_NE(begin, calls.end());
  const auto end = std::find_if(begin, calls.end(), [](const std::string &call) {
    return call.find("cuStreamEndCapture(") == 0;
  });
  // What is recorded is the launches alone. The driver tells the node of each.
  EXPECT_EQ(end - begin, 1 + 2 * 1000);
}

TEST_F(ProbeOnDriverTest, BothWaysCountTheBytesOfBoth) {
  ASSERT_TRUE(measureHostLink(*bench, gpu));
  EXPECT_FLOAT_EQ(gpu.toDevice, 1e-9 * 268435456 / kSeconds);
  EXPECT_FLOAT_EQ(gpu.toHost, gpu.toDevice);
  EXPECT_FLOAT_EQ(gpu.bothWays, 2 * gpu.toDevice);
}

TEST_F(ProbeOnDriverTest, WhatFailsIsSaid) {
  fake::fail("cuStreamBeginCapture_v2", 2);
  const Status status = measureCosts(*bench, gpu);
  EXPECT_FALSE(status);
  EXPECT_NE(status.message().find("running a graph of launches"), std::string::npos);
}

} // namespace
} // namespace stencilc::probe::probe_on_driver_test
