// What the runtime asks of the CUDA driver, call by call, of a driver that FakeCuda.cpp plays.
#include "runtime/core/device/cuda/Driver.h"
#include "FakeCuda.h"
#include "runtime/core/device/KernelHandles.h"
#include "runtime/core/device/cuda/DeviceFacts.h"
#include "runtime/core/device/cuda/HostLink.h"
#include "runtime/core/device/cuda/Kernels.h"
#include "runtime/core/device/cuda/Lane.h"
#include "runtime/core/device/cuda/LaunchGraph.h"
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/device/cuda/PinnedMemory.h"
#include "runtime/core/device/cuda/Ring.h"
#include "runtime/core/device/cuda/Streams.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <thread>

namespace stencilc::driver_test {
using Calls = std::vector<std::string>;

namespace {

/// Calls since the test began, with the driver open and the context there.
class DriverTest : public testing::Test {
protected:
  DriverTest() {
    setenv("STENCILC_CUDA_DRIVER", FAKE_CUDA, 1);
    const cuda::Driver *driver = nullptr;
    const Status status = cuda::enter(driver);
    EXPECT_TRUE(status) << status.message();
    fake::forget();
    fake::setCapability(9);
  }
  ~DriverTest() override { fake::forget(); }
};

int timesOf(const std::string &symbol) {
  const Calls calls = fake::calls();
  return static_cast<int>(std::count_if(calls.begin(), calls.end(), [&](const std::string &call) {
    return call.find(symbol + "(") == 0;
  }));
}

/// In a process whose driver is `file`, what an allocation says.
void sayWithout(const char *file) {
  setenv("STENCILC_CUDA_DRIVER", file, 1);
  void *memory = nullptr;
  std::cerr << cuda::allocate(256, memory).message() << "\n";
  std::exit(3);
}

// These run first, in processes of their own that have opened no driver.
TEST(NoDriverDeathTest, saysWhy) {
  EXPECT_EXIT(
      sayWithout(""), testing::ExitedWithCode(3),
      "^finding a CUDA device failed: STENCILC_CUDA_DRIVER is empty, which disables the driver\n"
      "$");
  EXPECT_EXIT(sayWithout("/nowhere/libcuda.so.1"), testing::ExitedWithCode(3),
              "^finding a CUDA device failed: there is no NVIDIA driver "
              "\\(/nowhere/libcuda.so.1: cannot open shared object file: No such file or "
              "directory\\)\n$");
  EXPECT_EXIT(sayWithout(OLD_FAKE_CUDA), testing::ExitedWithCode(3),
              "^finding a CUDA device failed: this driver, of CUDA 11.4, has no "
              "cuTensorMapEncodeTiled; CUDA 12 or newer is needed\n$");
}

TEST(NoDriverDeathTest, cuInitsFailureIsSaidOfEveryCall) {
  const auto run = [] {
    setenv("STENCILC_CUDA_DRIVER", FAKE_CUDA, 1);
    fake::fail("cuInit", 100);
    int value = 0;
    cuda::Info info;
    const Status first = cuda::query(info);
    const Status second = cuda::attribute(cuda::DeviceAttribute::L2Bytes, value);
    std::cerr << first.message() << "; " << (first.message() == second.message()) << "\n";
    std::exit(3);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(3),
              "^finding a CUDA device failed: an unknown error \\(driver error 100\\); 1\n$");
}

TEST(NoDriverDeathTest, aContextOfTheCallerIsUsed) {
  const auto run = [](bool hasOwn) {
    setenv("STENCILC_CUDA_DRIVER", FAKE_CUDA, 1);
    std::string why;
    const cuda::Driver *driver = cuda::driver(why);
    if (hasOwn)
      driver->contextSetCurrent(reinterpret_cast<cuda::Context>(std::uintptr_t{1}));
    fake::forget();
    for (int i = 0; i < 2; ++i)
      (void)cuda::synchronize(nullptr);
    for (const std::string &call : fake::calls())
      std::cerr << call << " ";
    std::exit(3);
  };
  EXPECT_EXIT(run(false), testing::ExitedWithCode(3),
              "^cuInit\\(0\\) cuDeviceGet\\(0\\) cuDevicePrimaryCtxRetain\\(0\\) "
              "cuCtxSetCurrent\\(context\\) cuStreamSynchronize\\(null\\) "
              "cuStreamSynchronize\\(null\\) $");
  EXPECT_EXIT(run(true), testing::ExitedWithCode(3),
              "^cuInit\\(0\\) cuStreamSynchronize\\(null\\) cuStreamSynchronize\\(null\\) $");
}

TEST_F(DriverTest, eachThreadGetsTheContext) {
  std::thread([] { EXPECT_TRUE(cuda::synchronize(nullptr)); }).join();
  EXPECT_EQ(fake::calls(), (Calls{"cuDeviceGet(0)", "cuDevicePrimaryCtxRetain(0)",
                                  "cuCtxSetCurrent(context)", "cuStreamSynchronize(null)"}));
}

TEST_F(DriverTest, factsOfTheDevice) {
  cuda::Info info;
  ASSERT_TRUE(cuda::query(info));
  EXPECT_EQ(info.name, "Fake H200");
  EXPECT_EQ(info.totalBytes, std::uint64_t{1} << 37);
  EXPECT_EQ(info.multiprocessors, 132);
  EXPECT_EQ(info.sharedBytesPerBlock, 232448u);
  EXPECT_EQ(cuda::multiprocessors(), 132);
  EXPECT_EQ(cuda::lastCacheBytes(), std::uint64_t{60} << 20);
  EXPECT_EQ(cuda::busId(), "0000:17:00.0");
  std::string arch;
  EXPECT_TRUE(cuda::arch(arch));
  EXPECT_EQ(arch, "sm_90");
  std::uint64_t bytes = 0;
  EXPECT_TRUE(cuda::freeMemory(bytes));
  EXPECT_EQ(bytes, 1000u);

  fake::fail("cuDeviceGetAttribute", 1);
  EXPECT_EQ(cuda::multiprocessors(), 1);
}

TEST_F(DriverTest, errorsSayWhatWasTriedAndWhatTheDriverSays) {
  void *memory = nullptr;
  fake::fail("cuMemAlloc_v2", 2);
  Status status = cuda::allocate(std::size_t{3} << 30, memory);
  EXPECT_EQ(status.message(), "allocating 3.00 GiB of device memory failed: out of memory "
                              "(CUDA_ERROR_OUT_OF_MEMORY)");
  EXPECT_EQ(status.code(), StatusCode::OutOfMemory);
  EXPECT_EQ(memory, nullptr);
  fake::fail("cuStreamSynchronize", 700);
  status = cuda::synchronize(nullptr);
  EXPECT_EQ(status.message(), "running on the device failed: an unknown error (driver error 700)");
  EXPECT_EQ(status.code(), StatusCode::Device);
}

TEST_F(DriverTest, memoryIsAllocatedFilledAndReleased) {
  void *memory = nullptr;
  ASSERT_TRUE(cuda::allocate(512, memory));
  EXPECT_TRUE(cuda::fill(memory, 7, 512, nullptr));
  EXPECT_TRUE(cuda::fill(memory, 7, 0, nullptr));
  EXPECT_EQ(static_cast<unsigned char *>(memory)[511], 7);
  cuda::release(memory);
  cuda::release(nullptr);
  EXPECT_EQ(fake::calls(),
            (Calls{"cuMemAlloc_v2(512)", "cuMemsetD8Async(7, 512, null)", "cuMemFree_v2()"}));
}

/// Copies a box between buffers of the given pitches; whether each byte of it, and no other,
/// arrived.
bool copies(const cuda::Box &box, std::size_t toRow, std::size_t toPlane, std::size_t fromRow,
            std::size_t fromPlane) {
  std::vector<unsigned char> to(4096, 0xee), from(4096), expected(4096, 0xee);
  for (std::size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<unsigned char>(i * 7 % 199);
  for (std::size_t z = 0; z < box.planes; ++z)
    for (std::size_t y = 0; y < box.rows; ++y)
      for (std::size_t x = 0; x < box.rowBytes; ++x)
        expected[z * toPlane + y * toRow + x] = from[z * fromPlane + y * fromRow + x];
  const Status status = cuda::copy({to.data(), toRow, toPlane}, {from.data(), fromRow, fromPlane},
                                   box, reinterpret_cast<cuda::Stream>(std::uintptr_t{0x105}));
  return status && to == expected;
}

TEST_F(DriverTest, boxesWithoutGapsAreOneCopy) {
  EXPECT_TRUE(copies({16, 4, 3}, 16, 64, 16, 64));
  EXPECT_TRUE(copies({16, 1, 1}, 0, 0, 99, 1));
  EXPECT_TRUE(copies({16, 4, 1}, 16, 5, 16, 1000));
  EXPECT_TRUE(copies({16, 1, 3}, 99, 16, 0, 16)); // of one row the pitch of rows is nothing
  EXPECT_TRUE(copies({0, 4, 3}, 16, 64, 16, 64));
  EXPECT_EQ(fake::calls(), (Calls{"cuMemcpyAsync(192, h>h, #5)", "cuMemcpyAsync(16, h>h, #5)",
                                  "cuMemcpyAsync(64, h>h, #5)", "cuMemcpyAsync(48, h>h, #5)"}));
}

TEST_F(DriverTest, boxesWithGapsOfWholeRowsAreOneCopy) {
  EXPECT_TRUE(copies({16, 4, 3}, 32, 192, 24, 24 * 5));
  EXPECT_TRUE(copies({16, 4, 1}, 32, 64, 24, 48)); // of one plane the pitch of planes is nothing
  EXPECT_EQ(fake::calls(), (Calls{"cuMemcpy3DAsync_v2(16, 4, 3, 32, 6, 24, 5, #5)",
                                  "cuMemcpy3DAsync_v2(16, 4, 1, 32, 4, 24, 4, #5)"}));
}

TEST_F(DriverTest, otherBoxesAreCopiedPlaneByPlane) {
  EXPECT_TRUE(copies({16, 4, 2}, 32, 200, 24, 96));
  EXPECT_EQ(fake::calls(), (Calls{"cuMemcpy3DAsync_v2(16, 4, 1, 32, 4, 24, 4, #5)",
                                  "cuMemcpy3DAsync_v2(16, 4, 1, 32, 4, 24, 4, #5)"}));
  fake::forget();
  EXPECT_TRUE(copies({16, 1, 3}, 16, 200, 16, 100));
  EXPECT_EQ(fake::calls(), (Calls{"cuMemcpyAsync(16, h>h, #5)", "cuMemcpyAsync(16, h>h, #5)",
                                  "cuMemcpyAsync(16, h>h, #5)"}));
  fake::forget();
  fake::fail("cuMemcpyAsync", 1, 1);
  EXPECT_FALSE(copies({16, 1, 3}, 16, 200, 16, 100));
  EXPECT_EQ(timesOf("cuMemcpyAsync"), 2); // none after the one that failed
}

TEST_F(DriverTest, streamsAndTheirClock) {
  cuda::Stream stream = nullptr;
  ASSERT_TRUE(cuda::createStream(stream));
  double seconds = 0;
  {
    cuda::Stopwatch watch;
    EXPECT_TRUE(watch.start(stream));
    EXPECT_TRUE(watch.stop(stream));
    EXPECT_TRUE(watch.start(nullptr));
    EXPECT_TRUE(watch.seconds(seconds));
  }
  cuda::destroyStream(stream);
  cuda::destroyStream(nullptr);
  EXPECT_FLOAT_EQ(static_cast<float>(seconds), 0.005f);
  EXPECT_EQ(fake::calls(),
            (Calls{"cuStreamCreate(1)", "cuEventCreate(0)", "cuEventRecord(#1, #0)",
                   "cuEventCreate(0)", "cuEventRecord(#2, #0)", "cuEventRecord(#1, null)",
                   "cuEventSynchronize(#2)", "cuEventElapsedTime(#1, #2)", "cuEventDestroy_v2(#1)",
                   "cuEventDestroy_v2(#2)", "cuStreamDestroy_v2(#0)"}));
}

TEST_F(DriverTest, lanesWaitForTasksOfOthers) {
  cuda::Lane lane, other;
  ASSERT_TRUE(lane.open(false)); // streams #0 #1, events from #2
  ASSERT_TRUE(other.open(true)); // streams #4100 #4101, events from #4102
  EXPECT_EQ(timesOf("cuEventCreate"), 2 * 4098);
  const Calls opened = fake::calls();
  EXPECT_EQ(std::count(opened.begin(), opened.end(), "cuStreamCreateWithPriority(1, 0)"), 2);
  EXPECT_EQ(std::count(opened.begin(), opened.end(), "cuStreamCreateWithPriority(1, -5)"), 2);
  fake::forget();
  lane.finish();
  lane.finish();
  other.waitFor(lane, 1);
  lane.waitFor(other, 4096 + 3); // whose event a later task has taken
  lane.fork();
  lane.join();
  EXPECT_TRUE(lane.await(0));
  EXPECT_EQ(fake::calls(), (Calls{"cuEventRecord(#2, #0)", "cuEventRecord(#3, #0)",
                                  "cuStreamWaitEvent(#4100, #3, 0)",
                                  "cuStreamWaitEvent(#0, #4105, 0)", "cuEventRecord(#4098, #0)",
                                  "cuStreamWaitEvent(#1, #4098, 0)", "cuEventRecord(#4099, #1)",
                                  "cuStreamWaitEvent(#0, #4099, 0)", "cuEventSynchronize(#2)"}));
  fake::fail("cuEventRecord", 1);
  fake::fail("cuStreamWaitEvent", 700);
  lane.finish();
  lane.waitFor(other, 0);
  EXPECT_EQ(lane.await(2).message(),
            "streaming the domain failed: invalid argument (CUDA_ERROR_INVALID_VALUE)");
  EXPECT_TRUE(lane.await(2)); // said once
}

TEST_F(DriverTest, lanesWaitForWhatKernelsCount) {
  cuda::Lane lane;
  ASSERT_TRUE(lane.open(true));
  fake::forget();
  const UInt32 count = 0;
  lane.waitForCount(&count, 4000000000u);
  EXPECT_EQ(fake::calls(), (Calls{"cuStreamWaitValue32_v2(#0, 4000000000, 0)"}));
  fake::fail("cuStreamWaitValue32_v2", 801);
  lane.waitForCount(&count, 1);
  lane.finish();
  EXPECT_FALSE(lane.await(0));
}

TEST_F(DriverTest, aRingIsMappedTwice) {
  constexpr std::uint64_t kUnit = std::uint64_t{2} << 20;
  std::uint64_t unit = 0;
  ASSERT_TRUE(cuda::ringUnit(unit));
  EXPECT_EQ(unit, kUnit);
  unsigned char *memory = nullptr;
  ASSERT_TRUE(cuda::allocateRing(kUnit, memory));
  EXPECT_EQ(memory, reinterpret_cast<unsigned char *>(std::uintptr_t{4096}));
  cuda::releaseRing(memory, kUnit);
  cuda::releaseRing(nullptr, kUnit);
  EXPECT_EQ(fake::calls(),
            (Calls{"cuMemGetAllocationGranularity(1, 0, 0)", "cuMemCreate(2097152, 0)",
                   "cuMemAddressReserve(4194304, 0, 0, 0)", "cuMemMap(4096, 2097152, 0, 77, 0)",
                   "cuMemMap(2101248, 2097152, 0, 77, 0)", "cuMemSetAccess(4096, 4194304, 3, 1)",
                   "cuMemRelease(77)", "cuCtxSynchronize()", "cuMemUnmap(4096, 4194304)",
                   "cuMemAddressFree(4096, 4194304)"}));
}

TEST_F(DriverTest, aRingThatCannotBeMappedLeavesNothing) {
  constexpr std::uint64_t kUnit = std::uint64_t{2} << 20;
  unsigned char *memory = nullptr;
  fake::fail("cuMemMap", 2, 1); // the second
  const Status status = cuda::allocateRing(kUnit, memory);
  EXPECT_EQ(status.message(),
            "allocating a ring of 2.00 MiB failed: out of memory (CUDA_ERROR_OUT_OF_MEMORY)");
  EXPECT_EQ(status.code(), StatusCode::OutOfMemory);
  EXPECT_EQ(memory, nullptr);
  Calls calls = fake::calls();
  calls.erase(calls.begin(), calls.end() - 3);
  EXPECT_EQ(calls, (Calls{"cuMemRelease(77)", "cuMemUnmap(4096, 2097152)",
                          "cuMemAddressFree(4096, 4194304)"}));
}

TEST_F(DriverTest, hostMemoryIsPinned) {
  unsigned char *memory = nullptr;
  ASSERT_TRUE(cuda::allocateHost(100000, memory));
  EXPECT_EQ(memory[99999], 0);
  void *seen = nullptr;
  EXPECT_TRUE(cuda::addressOf(memory, seen));
  EXPECT_EQ(seen, memory + 64);
  cuda::releaseHost(memory, 100000);
  cuda::releaseHost(nullptr, 100000);
  EXPECT_EQ(fake::calls(), (Calls{"cuMemHostRegister_v2(100000, 1)",
                                  "cuMemHostGetDevicePointer_v2(0)", "cuMemHostUnregister()"}));
  fake::fail("cuMemHostRegister_v2", 2);
  EXPECT_EQ(cuda::allocateHost(100000, memory).message(),
            "pinning 97.7 KiB of host memory failed: out of memory (CUDA_ERROR_OUT_OF_MEMORY)");
  EXPECT_EQ(memory, nullptr);
}

const int kArgument = 42;
const void *const kArguments[] = {&kArgument};

cuda::Launch someLaunch() {
  cuda::Launch launch{.name = "step",
                      .kernel = reinterpret_cast<cuda::Function>(std::uintptr_t{0x109}),
                      .arguments = const_cast<void *const *>(kArguments)};
  launch.grid[0] = 8;
  launch.grid[1] = 2;
  launch.block[0] = 128;
  return launch;
}

TEST_F(DriverTest, launches) {
  cuda::Launch launch = someLaunch();
  launch.sharedBytes = 49152;
  EXPECT_TRUE(cuda::launch(nullptr, launch));
  launch.sharedBytes = 49153;
  launch.cluster[0] = 2;
  launch.isDependent = true;
  EXPECT_TRUE(cuda::launch(nullptr, launch));
  fake::setCapability(8);
  launch.cluster[0] = 1;
  EXPECT_TRUE(cuda::launch(nullptr, launch)); // waits for the one before
  EXPECT_EQ(
      fake::calls(),
      (Calls{"cuLaunchKernelEx(#9, 8x2x1, 128x1x1, 49152, null, 42, 0)",
             "cuLaunchKernelEx(#9, 8x2x1, 128x1x1, cluster 2x1x1, beside 1, 49153, null, 42, 0)",
             "cuLaunchKernelEx(#9, 8x2x1, 128x1x1, 49153, null, 42, 0)"}));
}

// A cluster of two is a pair of multiprocessors; an odd number of blocks is no number of pairs, and
// older devices have no clusters.
TEST_F(DriverTest, launchesInPairs) {
  cuda::Launch launch = someLaunch();
  launch.inPairs = true;
  EXPECT_TRUE(cuda::launch(nullptr, launch));
  launch.grid[0] = 7;
  EXPECT_TRUE(cuda::launch(nullptr, launch));
  fake::setCapability(8);
  launch.grid[0] = 8;
  EXPECT_TRUE(cuda::launch(nullptr, launch));
  EXPECT_EQ(fake::calls(),
            (Calls{"cuLaunchKernelEx(#9, 8x2x1, 128x1x1, cluster 2x1x1, 0, null, 42, 0)",
                   "cuLaunchKernelEx(#9, 7x2x1, 128x1x1, 0, null, 42, 0)",
                   "cuLaunchKernelEx(#9, 8x2x1, 128x1x1, 0, null, 42, 0)"}));
}

TEST_F(DriverTest, launchesBlocksThatWaitForEachOther) {
  cuda::Launch launch = someLaunch();
  launch.isCooperative = true;
  EXPECT_TRUE(cuda::launch(nullptr, launch));
  EXPECT_EQ(fake::calls(),
            (Calls{"cuLaunchKernelEx(#9, 8x2x1, 128x1x1, cooperative 1, 0, null, 42, 0)"}));
}

TEST_F(DriverTest, muchSharedMemoryIsAllowedOnceAKernel) {
  const KernelLaunch step = {.name = "step",
                             .kernel = reinterpret_cast<const void *>(std::uintptr_t{0x109}),
                             .handle = nullptr,
                             .call = nullptr,
                             .text = nullptr,
                             .arguments = const_cast<void *const *>(kArguments),
                             .grid = {8, 1, 1},
                             .block = {128, 1, 1},
                             .cluster = {1, 1, 1},
                             .sharedBytes = 49153,
                             .barriers = false,
                             .isDependent = false,
                             .inPairs = false};
  KernelHandles handles;
  const auto resolve = [&](std::size_t sharedBytes) {
    KernelLaunch launch = step;
    launch.sharedBytes = sharedBytes;
    EXPECT_TRUE(handles.resolve(launch, gpuDevice()));
  };
  for (const std::size_t bytes : {0, 49152, 49153, 49153, 49152, 60000, 50000, 60000})
    resolve(bytes);
  Calls expected = {"cuFuncGetAttribute(8, #9)", "cuFuncSetAttribute(#9, 8, 49153)",
                    "cuFuncGetAttribute(8, #9)", "cuFuncSetAttribute(#9, 8, 60000)"};
  EXPECT_EQ(fake::calls(), expected);
  handles = {}; // those of another simulation, which needs less
  resolve(49153);
  expected.emplace_back("cuFuncGetAttribute(8, #9)");
  EXPECT_EQ(fake::calls(), expected);
}

TEST_F(DriverTest, launchesThatFailSayOfWhat) {
  cuda::Launch launch = someLaunch();
  fake::fail("cuLaunchKernelEx", 1);
  EXPECT_EQ(cuda::launch(nullptr, launch).message(),
            "launching kernel 'step' (8 x 2 x 1 blocks of 128 x 1 x 1 threads, 0 bytes of shared "
            "memory) failed: invalid argument (CUDA_ERROR_INVALID_VALUE)");
  launch.sharedBytes = 232449;
  const Status status = cuda::allowShared(launch);
  EXPECT_EQ(status.message(),
            "kernel 'step': 232449 bytes of shared memory per block are more than "
            "the 232448 this device has");
  EXPECT_EQ(status.code(), StatusCode::Invalid);
}

TEST_F(DriverTest, modulesAndTheirKernels) {
  cuda::Module module = nullptr;
  cuda::Function kernel = nullptr;
  int registers = 0;
  ASSERT_TRUE(cuda::loadModule("bytes", module));
  ASSERT_TRUE(cuda::findKernel(module, "_Z4stepv", kernel));
  EXPECT_TRUE(cuda::attribute(kernel, cuda::FunctionAttribute::Registers, registers));
  EXPECT_EQ(registers, 40);
  cuda::unloadModule(module);
  cuda::unloadModule(nullptr);
  EXPECT_EQ(fake::calls(), (Calls{"cuModuleLoadData(bytes)", "cuModuleGetFunction(#0, _Z4stepv)",
                                  "cuFuncGetAttribute(4, #1)", "cuModuleUnload(#0)"}));
  fake::fail("cuModuleGetFunction", 1);
  EXPECT_EQ(cuda::findKernel(module, "other", kernel).message(),
            "finding kernel 'other' failed: invalid argument (CUDA_ERROR_INVALID_VALUE)");
}

TEST_F(DriverTest, tensorMaps) {
  alignas(128) unsigned char map[128] = {};
  cuda::Tensor tensor = {map, 8, 2, {100, 50, 20}, {8, 1024, 65536}, {16, 4, 1}};
  EXPECT_TRUE(cuda::encodeTensorMap(map, tensor));
  tensor.cellBytes = 4;
  EXPECT_TRUE(cuda::encodeTensorMap(map, tensor));
  tensor.rank = 3;
  EXPECT_TRUE(cuda::encodeTensorMap(map, tensor));
  EXPECT_EQ(map[0], 1);
  EXPECT_EQ(fake::calls(),
            (Calls{"cuTensorMapEncodeTiled(8, 2, 100x50, 1024, 16x4, 1, 3)",
                   "cuTensorMapEncodeTiled(7, 2, 100x50, 1024, 16x4, 1, 3)",
                   "cuTensorMapEncodeTiled(7, 3, 100x50x20, 1024x65536, 16x4x1, 1, 3)"}));
}

TEST_F(DriverTest, theLinkIsMeasuredBothWaysAndOne) {
  double rate = 0, alone = 0;
  bool isMeasured = false;
  fake::setSeconds(0.5);
  ASSERT_TRUE(cuda::measureLink(rate, alone, isMeasured));
  EXPECT_TRUE(isMeasured);
  EXPECT_DOUBLE_EQ(rate, 2147483648.0); // 16 times 64 MiB in half a second
  EXPECT_DOUBLE_EQ(alone, rate);
  EXPECT_EQ(timesOf("cuMemcpyAsync"), 3 * 18);
  EXPECT_EQ(timesOf("cuEventElapsedTime"), 3);
  EXPECT_EQ(timesOf("cuStreamDestroy_v2"), 2);
  EXPECT_EQ(timesOf("cuMemFree_v2"), 1);

  fake::fail("cuStreamCreate", 2);
  rate = 5;
  EXPECT_FALSE(cuda::measureLink(rate, alone, isMeasured));
  EXPECT_FALSE(isMeasured);
  EXPECT_EQ(rate, 5);
}

TEST_F(DriverTest, theProbesCopiesGoBetweenWorkOfTheDefaultStream) {
  {
    cuda::HostLink link;
    ASSERT_TRUE(link.prepare());
    fake::forget(); // handles: event, then stream and event for each way
    EXPECT_TRUE(link.copy(false, true));
    EXPECT_EQ(fake::calls(), (Calls{"cuEventRecord(#0, null)", "cuStreamWaitEvent(#3, #0, 0)",
                                    "cuMemcpyAsync(268435456, d>h, #3)", "cuEventRecord(#4, #3)",
                                    "cuStreamWaitEvent(null, #4, 0)"}));
    fake::forget();
    EXPECT_TRUE(link.copy(true, true));
    EXPECT_EQ(fake::calls(),
              (Calls{"cuEventRecord(#0, null)", "cuStreamWaitEvent(#1, #0, 0)",
                     "cuMemcpyAsync(268435456, h>d, #1)", "cuEventRecord(#2, #1)",
                     "cuStreamWaitEvent(#3, #0, 0)", "cuMemcpyAsync(268435456, d>h, #3)",
                     "cuEventRecord(#4, #3)", "cuStreamWaitEvent(null, #2, 0)",
                     "cuStreamWaitEvent(null, #4, 0)"}));
    fake::forget();
  }
  EXPECT_EQ(timesOf("cuMemFreeHost"), 2);
  EXPECT_EQ(timesOf("cuMemFree_v2"), 2);
  EXPECT_EQ(timesOf("cuEventDestroy_v2"), 3);
  EXPECT_EQ(timesOf("cuStreamDestroy_v2"), 2);
}

TEST_F(DriverTest, launchesAreRecordedAndRunAsOneGraph) {
  {
    cuda::LaunchGraph graph;
    const auto launchOf = [](std::size_t, cuda::Stream stream) {
      return cuda::synchronize(stream);
    };
    EXPECT_TRUE(graph.record(2, launchOf));
    EXPECT_TRUE(graph.upload(nullptr));
    EXPECT_TRUE(graph.run(nullptr));
    int value = 7;
    void *arguments[] = {&value, nullptr};
    cuda::Launch changed{.name = "step", .kernel = nullptr, .arguments = arguments};
    changed.grid[0] = 5;
    changed.block[0] = 64;
    EXPECT_TRUE(graph.replace(1, changed));
  }
  EXPECT_EQ(fake::calls(),
            (Calls{"cuStreamCreate(1)", "cuStreamBeginCapture_v2(#0, 1)", "cuStreamSynchronize(#0)",
                   "cuStreamGetCaptureInfo_v2(#0)", "cuStreamSynchronize(#0)",
                   "cuStreamGetCaptureInfo_v2(#0)", "cuStreamEndCapture(#0)",
                   "cuGraphInstantiateWithFlags(#3, 0)", "cuGraphUpload(#4, null)",
                   "cuGraphLaunch(#4, null)",
                   "cuGraphExecKernelNodeSetParams_v2(#4, #2, null, 5, 64, 0, 7)",
                   "cuGraphExecDestroy(#4)", "cuGraphDestroy(#3)", "cuStreamDestroy_v2(#0)"}));
}

TEST_F(DriverTest, aFailureWhileRecordingEndsTheRecording) {
  {
    cuda::LaunchGraph graph;
    const auto launchOf = [](std::size_t, cuda::Stream) { return Status::invalid("no kernel"); };
    const Status status = graph.record(1, launchOf);
    EXPECT_EQ(status.message(), "no kernel");
  }
  EXPECT_EQ(timesOf("cuStreamEndCapture"), 1);
  EXPECT_EQ(timesOf("cuGraphInstantiateWithFlags"), 0);
  EXPECT_EQ(timesOf("cuGraphDestroy"), 1);
}

} // namespace
} // namespace stencilc::driver_test
