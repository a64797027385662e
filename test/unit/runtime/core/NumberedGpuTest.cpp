/// \file Several GPUs in one process: each call under the context of its GPU, on a driver that
/// FakeCuda.cpp plays.
#include "FakeCuda.h"
#include "runtime/core/device/Device.h"
#include "runtime/core/device/Lane.h"
#include "runtime/core/device/cuda/Contexts.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/ModuleCopies.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace stencilc::numbered_gpu_test {
using Calls = std::vector<std::string>;

namespace {

class NumberedGpuTest : public testing::Test {
protected:
  NumberedGpuTest() {
    setenv("STENCILC_CUDA_DRIVER", FAKE_CUDA, 1);
    EXPECT_TRUE(cuda::useDevice(0));
    cuda::Context other = nullptr;
    EXPECT_TRUE(cuda::primaryContext(1, other));
    fake::forget();
  }
  ~NumberedGpuTest() override { fake::forget(); }
};

cuda::Context current() {
  cuda::Context context = nullptr;
  EXPECT_TRUE(cuda::call("asking", &cuda::Driver::contextGetCurrent, &context));
  return context;
}

TEST_F(NumberedGpuTest, callsAreMadeUnderTheContextOfTheGpu) {
  const cuda::Context before = current();
  void *memory = nullptr;
  ASSERT_TRUE(numberedGpu(1).allocate(256, memory));
  EXPECT_EQ(fake::calls(),
            (Calls{"cuCtxSetCurrent(context)", "cuMemAlloc_v2(256)", "cuCtxSetCurrent(context)"}));
  EXPECT_EQ(current(), before);
  numberedGpu(1).release(memory);
  fake::forget();
  ASSERT_TRUE(numberedGpu(0).synchronize(nullptr)); // whose context it is already
  EXPECT_EQ(fake::calls(), (Calls{"cuStreamSynchronize(null)"}));
  EXPECT_EQ(&numberedGpu(1), &numberedGpu(1));
}

TEST_F(NumberedGpuTest, failuresNameTheGpu) {
  fake::fail("cuStreamSynchronize", 1);
  const Status status = numberedGpu(1).synchronize(nullptr);
  EXPECT_EQ(status.message().find("GPU 1: running on the device failed"), 0U) << status.message();
  EXPECT_EQ(status.exitCode(), 2);
}

TEST_F(NumberedGpuTest, enteringOneMakesItTheCurrentOne) {
  const cuda::Context before = current();
  ASSERT_TRUE(numberedGpu(1).enter());
  EXPECT_NE(current(), before);
  ASSERT_TRUE(numberedGpu(0).enter());
  EXPECT_EQ(current(), before);
}

TEST_F(NumberedGpuTest, peersAreOpenedOnce) {
  bool isDirect = false;
  ASSERT_TRUE(numberedGpu(1).openTo(numberedGpu(0), isDirect));
  EXPECT_TRUE(isDirect);
  const Calls calls = fake::calls();
  EXPECT_NE(std::find(calls.begin(), calls.end(), "cuDeviceCanAccessPeer(1, 0)"), calls.end());
  EXPECT_NE(std::find(calls.begin(), calls.end(), "cuCtxEnablePeerAccess(context, 0)"),
            calls.end());
  fake::fail("cuCtxEnablePeerAccess", 704); // it is already
  EXPECT_TRUE(numberedGpu(1).openTo(numberedGpu(0), isDirect));
  fake::fail("cuCtxEnablePeerAccess", 1);
  EXPECT_FALSE(numberedGpu(1).openTo(numberedGpu(0), isDirect));
}

TEST_F(NumberedGpuTest, ringsAreOpenedForAnotherGpu) {
  unsigned char *ring = nullptr;
  std::uint64_t unit = 0;
  ASSERT_TRUE(numberedGpu(0).ringUnit(unit));
  ASSERT_TRUE(numberedGpu(0).allocateRing(unit, ring));
  fake::forget();
  ASSERT_TRUE(numberedGpu(0).openRing(ring, unit, numberedGpu(0))); // which made it
  EXPECT_EQ(fake::calls(), Calls());
  ASSERT_TRUE(numberedGpu(0).openRing(ring, unit, numberedGpu(1)));
  const Calls calls = fake::calls();
  EXPECT_EQ(calls.front(), "cuDeviceGet(1)");
  EXPECT_EQ(calls.back().find("cuMemSetAccess("), 0U) << calls.back();
  fake::fail("cuMemSetAccess", 101);
  EXPECT_EQ(numberedGpu(0)
                .openRing(ring, unit, numberedGpu(1))
                .message()
                .find("GPU 0: opening a ring for GPU 1 failed"),
            0U);
  numberedGpu(0).releaseRing(ring, unit);
}

TEST_F(NumberedGpuTest, lanesWaitForLanesOfOtherGpus) {
  std::unique_ptr<Lane> first, second;
  ASSERT_TRUE(numberedGpu(0).makeLane(false, first));
  ASSERT_TRUE(numberedGpu(1).makeLane(true, second));
  first->finish();
  fake::forget();
  second->waitFor(*first, 0);
  const Calls calls = fake::calls();
  ASSERT_EQ(calls.size(), 3U); // enter, wait, leave
  EXPECT_EQ(calls[1].find("cuStreamWaitEvent("), 0U) << calls[1];
}

/// How often the driver's function `symbol` was called.
long times(const std::string &symbol) {
  const Calls calls = fake::calls();
  return std::count_if(calls.begin(), calls.end(),
                       [&](const std::string &call) { return call.find(symbol) == 0; });
}

TEST_F(NumberedGpuTest, kernelsOfAModuleAreFoundOnEachGpu) {
  cuda::Module module = nullptr;
  cuda::Function kernel = nullptr, here = nullptr;
  ASSERT_TRUE(cuda::loadShared("cubin", module));
  ASSERT_TRUE(cuda::findShared(module, "step", kernel));
  fake::forget();
  ASSERT_TRUE(cuda::kernelHere(kernel, here));
  EXPECT_EQ(here, kernel);
  EXPECT_EQ(fake::calls(), Calls());
  const void *there = nullptr;
  ASSERT_TRUE(numberedGpu(1).kernelHere(kernel, there));
  ASSERT_TRUE(numberedGpu(1).kernelHere(kernel, there));
  EXPECT_EQ(times("cuModuleLoadData"), 1); // a copy for that context
  EXPECT_EQ(times("cuModuleGetFunction"), 2);
}

TEST_F(NumberedGpuTest, aModuleIsUnloadedOnEachGpu) {
  cuda::Module module = nullptr, other = nullptr;
  cuda::Function kernel = nullptr, others = nullptr, here = nullptr;
  ASSERT_TRUE(cuda::loadShared("cubin", module));
  ASSERT_TRUE(cuda::findShared(module, "step", kernel));
  ASSERT_TRUE(cuda::loadShared("another", other));
  ASSERT_TRUE(cuda::findShared(other, "step", others));
  const void *there = nullptr;
  ASSERT_TRUE(numberedGpu(1).kernelHere(kernel, there));
  const cuda::Context before = current();
  fake::forget();
  cuda::unloadShared(nullptr);
  EXPECT_EQ(fake::calls(), Calls());
  cuda::unloadShared(module);
  EXPECT_EQ(times("cuModuleUnload"), 2); // in the context of each GPU
  EXPECT_EQ(times("cuCtxSetCurrent"), 3);
  EXPECT_EQ(fake::calls().back(), "cuCtxSetCurrent(context)");
  EXPECT_EQ(current(), before);
  fake::forget();
  cuda::unloadShared(module); // again
  EXPECT_EQ(fake::calls(), Calls());
  ASSERT_TRUE(numberedGpu(1).kernelHere(others, there)); // of the module that is left
  EXPECT_NE(there, others);
  ASSERT_TRUE(cuda::kernelHere(kernel, here)); // of no module any more: passed on
  EXPECT_EQ(here, kernel);
}

TEST_F(NumberedGpuTest, thereAreAsManyAsTheDriverSays) {
  int count = 0;
  EXPECT_TRUE(countGpus(count));
  EXPECT_GE(count, 1);
}

} // namespace
} // namespace stencilc::numbered_gpu_test
