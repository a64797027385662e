/// \file Memory, pitched copies and timing of the host as a device, and the refusals of launches.
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Async.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace stencilc::device_test {
namespace {

/// Found because kernels are linked here: no test of this program installs it.
Device &cpuDevice() { return *deviceFor(ExecutionSpace::CpuDevice); }

template <class... Parameters, class... Arguments>
Status launch(const char *name, void (*kernel)(Parameters...), const LaunchShape &shape,
              const Arguments &...arguments) {
  DeviceRun run(cpuDevice(), nullptr);
  run.runtime().launch(name, kernel, shape, arguments...);
  return run.status();
}

TEST(DeviceTest, query) {
  device::Info info;
  ASSERT_TRUE(cpuDevice().query(info).ok());
  EXPECT_FALSE(info.name.empty());
  EXPECT_GE(info.multiprocessors, 1);
  std::uint64_t available = 0;
  ASSERT_TRUE(cpuDevice().freeMemory(available).ok());
  EXPECT_GT(available, 0u);
  EXPECT_LE(available, info.totalBytes);
}

TEST(DeviceTest, memoryStartsAsNan) {
  void *memory = nullptr;
  ASSERT_TRUE(cpuDevice().allocate(800, memory).ok());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 32, 0u);
  EXPECT_TRUE(std::isnan(static_cast<double *>(memory)[99]));
  ASSERT_TRUE(cpuDevice().fill(memory, 0, 800, nullptr).ok());
  EXPECT_EQ(static_cast<double *>(memory)[99], 0);
  cpuDevice().release(memory);
  cpuDevice().release(nullptr);
  ASSERT_TRUE(cpuDevice().allocate(1024, memory).ok());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 256, 0u);
  cpuDevice().release(memory);
}

TEST(DeviceTest, refusesWhatCannotBe) {
  void *memory = nullptr;
  const Status status = cpuDevice().allocate(std::size_t{1} << 62, memory);
  EXPECT_EQ(status.code(), StatusCode::OutOfMemory);
  EXPECT_EQ(status.message(), "allocating 4.00 EiB of host memory failed");
  EXPECT_EQ(memory, nullptr);
}

TEST(DeviceTest, copiesBoxesBetweenPitches) {
  std::vector<int> packed(3 * 4 * 2), padded(8 * 5 * 2, -1), back(packed.size());
  for (std::size_t i = 0; i < packed.size(); ++i)
    packed[i] = static_cast<int>(i);
  const device::Box box = {12, 4, 2};
  const device::Place wide = {padded.data(), 32, 160}, tight = {packed.data(), 12, 48};
  ASSERT_TRUE(cpuDevice().copy(wide, tight, box, nullptr).ok());
  EXPECT_EQ(padded[8 * 5 + 8 * 3 + 2], 3 * 4 + 3 * 3 + 2);
  EXPECT_EQ(padded[3], -1) << "padding is left alone";
  ASSERT_TRUE(cpuDevice().copy({back.data(), 12, 48}, wide, box, nullptr).ok());
  EXPECT_EQ(back, packed);
}

TEST(DeviceTest, stopwatch) {
  const std::unique_ptr<Stopwatch> watch = cpuDevice().makeStopwatch();
  ASSERT_TRUE(watch->start(nullptr).ok());
  ASSERT_TRUE(watch->stop(nullptr).ok());
  double seconds = -1;
  ASSERT_TRUE(watch->seconds(seconds).ok());
  EXPECT_GE(seconds, 0);
  EXPECT_TRUE(cpuDevice().synchronize(nullptr).ok());
}

__global__ void nothing(int) {}

std::string refusal(const LaunchShape &shape) {
  return launch("nothing", nothing, shape, 1).message();
}

TEST(LaunchTest, shapesBeyondTheLimits) {
  EXPECT_EQ(refusal({dim3(1), dim3(32)}), "");
  EXPECT_EQ(
      refusal({dim3(1, 1, 70000), dim3(32)}),
      "kernel 'nothing': a grid of 1 x 1 x 70000 blocks has more than 65535 along z; let each "
      "block do more cells along z");
  EXPECT_EQ(refusal({dim3(0), dim3(32)}), "kernel 'nothing': a grid of 0 x 1 x 1 blocks is empty");
  EXPECT_EQ(
      refusal({dim3(1), dim3(32, 33)}),
      "kernel 'nothing': a block of 32 x 33 x 1 threads is too large: at most 1024, and at most "
      "64 along z");
  EXPECT_NE(refusal({dim3(1), dim3(1, 1, 65)}), "");
  EXPECT_NE(refusal({dim3(1), dim3(65536, 65536)}), "") << "the product wraps in 32 bits";
  EXPECT_EQ(refusal({dim3(1), dim3(32), 227 * 1024 + 1}),
            "kernel 'nothing': 232449 bytes of shared memory per block are more than the 232448 a "
            "device has");
  EXPECT_EQ(
      refusal({dim3(3), dim3(32), 0, true, dim3(2)}),
      "kernel 'nothing': a grid of 3 x 1 x 1 blocks is not a whole number of clusters of 2 x 1 "
      "x 1");
  EXPECT_NE(refusal({dim3(9), dim3(32), 0, true, dim3(9)}), "");
}

int asked = 0; // how often for what the driver calls a kernel
const void *findHandle(const void *kernel, const char *&problem) {
  ++asked;
  if (!kernel)
    problem = "no such kernel";
  return static_cast<const char *>(kernel) + 1;
}

TEST(LaunchTest, handlesOfKernelsAreAskedForOnce) {
  asked = 0;
  const char symbols[2] = {};
  KernelHandles handles;
  const auto resolved = [&](const void *kernel) {
    KernelLaunch launch = {};
    launch.kernel = kernel;
    launch.handle = findHandle;
    EXPECT_TRUE(handles.resolve(launch, cpuDevice()).ok());
    return launch.kernel;
  };
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(resolved(&symbols[0]), &symbols[0] + 1);
    EXPECT_EQ(resolved(&symbols[1]), &symbols[1] + 1);
  }
  EXPECT_EQ(asked, 2);
  KernelLaunch launch = {};
  launch.handle = findHandle;
  EXPECT_EQ(handles.resolve(launch, cpuDevice()).message(), "no such kernel");
  EXPECT_EQ(handles.resolve(launch, cpuDevice()).message(), "no such kernel") << "it is not kept";
  launch.kernel = symbols;
  launch.handle = nullptr;
  EXPECT_TRUE(handles.resolve(launch, cpuDevice()).ok());
  EXPECT_EQ(launch.kernel, symbols) << "the text knows it";
}

__global__ void countBlocks(std::vector<int> *visits) {
  if (threadIdx.x == 0 && threadIdx.y == 0)
    ++(*visits)[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)];
}

TEST(LaunchTest, everyBlockOnceInEveryOrder) {
  for (const ThreadOrder order : {ThreadOrder::Forward, ThreadOrder::Reverse, ThreadOrder::Shuffled,
                                  ThreadOrder::Ahead, ThreadOrder::Behind})
    for (const bool barriers : {false, true})
      for (const unsigned nx : {1u, 2u, 6u, 14u}) {
        device::setThreadOrder(order);
        std::vector<int> visits(nx * 3 * 2);
        ASSERT_TRUE(launch("countBlocks", countBlocks,
                           {dim3(nx, 3, 2), dim3(4, 2), 0, barriers, dim3(nx % 2 ? 1 : 2)}, &visits)
                        .ok());
        for (const int count : visits)
          EXPECT_EQ(count, 1);
      }
  device::setThreadOrder(ThreadOrder::Forward);
}

/// Notes the number of each thread when it starts.
__global__ void noteStart(std::vector<unsigned> *starts) {
  starts->push_back(threadIdx.x);
  syncWarp();
}

TEST(LaunchTest, oneWarpGoesFirstOrLast) {
  for (const ThreadOrder order : {ThreadOrder::Ahead, ThreadOrder::Behind}) {
    device::setThreadOrder(order);
    std::vector<bool> wasChosen(4);
    for (int run = 0; run < 40; ++run) {
      std::vector<unsigned> starts;
      ASSERT_TRUE(launch("noteStart", noteStart, {dim3(1), dim3(100), 0, true}, &starts).ok());
      ASSERT_EQ(starts.size(), 100u);
      const unsigned first = starts.front() / 32, last = starts.back() / 32;
      const bool isAhead = order == ThreadOrder::Ahead;
      EXPECT_EQ(isAhead ? (first + 3) % 4 : (last + 3) % 4, isAhead ? last : first);
      wasChosen[isAhead ? first : last] = true;
    }
    EXPECT_EQ(wasChosen, std::vector<bool>(4, true));
  }
  device::setThreadOrder(ThreadOrder::Forward);
}

TEST(LaunchTest, namesOfOrders) {
  ThreadOrder order;
  EXPECT_TRUE(parseThreadOrder("shuffled", order));
  EXPECT_EQ(order, ThreadOrder::Shuffled);
  EXPECT_TRUE(parseThreadOrder("behind", order));
  EXPECT_EQ(order, ThreadOrder::Behind);
  EXPECT_FALSE(parseThreadOrder("backward", order));
}

} // namespace
} // namespace stencilc::device_test
