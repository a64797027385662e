// The functions over the CUDA driver on a GPU: what the fake driver of DriverTest cannot tell.
// Skipped without one.
#include "runtime/core/device/cuda/DeviceFacts.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/device/cuda/Kernels.h"
#include "runtime/core/device/cuda/Lane.h"
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/device/cuda/PinnedMemory.h"
#include "runtime/core/device/cuda/Ring.h"
#include "runtime/core/device/cuda/Streams.h"
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <vector>

namespace stencilc::driver_on_gpu_test {
#define FINE(call)                                                                                 \
  do {                                                                                             \
    const Status status = (call);                                                                  \
    ASSERT_TRUE(status) << status.message();                                                       \
  } while (false)

namespace {

class DriverOnGpu : public testing::Test {
protected:
  void SetUp() override {
    const cuda::Driver *driver = nullptr;
    if (const Status status = cuda::enter(driver); !status)
      GTEST_SKIP() << status.message();
  }
};

/// A box with gaps goes to the device and, with other gaps, back.
void roundTrip(const cuda::Box &box, std::size_t hostRow, std::size_t hostPlane,
               std::size_t deviceRow, std::size_t devicePlane) {
  const std::size_t bytes = 1 << 16;
  std::vector<unsigned char> from(bytes), to(bytes, 0xee), expected(bytes, 0xee);
  for (std::size_t i = 0; i < bytes; ++i)
    from[i] = static_cast<unsigned char>(i * 7 % 199);
  for (std::size_t z = 0; z < box.planes; ++z)
    for (std::size_t y = 0; y < box.rows; ++y)
      for (std::size_t x = 0; x < box.rowBytes; ++x)
        expected[z * hostPlane + y * hostRow + x] = from[z * hostPlane + y * hostRow + x];
  void *memory = nullptr;
  FINE(cuda::allocate(bytes, memory));
  FINE(cuda::copy({memory, deviceRow, devicePlane}, {from.data(), hostRow, hostPlane}, box,
                  nullptr));
  FINE(cuda::copy({to.data(), hostRow, hostPlane}, {memory, deviceRow, devicePlane}, box, nullptr));
  FINE(cuda::synchronize(nullptr));
  cuda::release(memory);
  EXPECT_TRUE(to == expected);
}

// out[i] = i + start for the threads of one block.
const char *const kPtx = R"(.version 7.8
.target sm_80
.address_size 64
.visible .entry count(.param .u64 out, .param .u32 start)
{
  .reg .u32 %r<4>;
  .reg .u64 %rd<4>;
  ld.param.u64 %rd0, [out];
  ld.param.u32 %r0, [start];
  cvta.to.global.u64 %rd1, %rd0;
  mov.u32 %r1, %tid.x;
  add.u32 %r2, %r1, %r0;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
}
)";

TEST_F(DriverOnGpu, factsMakeSense) {
  cuda::Info info;
  FINE(cuda::query(info));
  EXPECT_FALSE(info.name.empty());
  EXPECT_GT(info.totalBytes, std::uint64_t{1} << 30);
  EXPECT_GT(info.sharedBytesPerBlock, 48u << 10);
  EXPECT_GT(cuda::lastCacheBytes(), 0u);
  EXPECT_FALSE(cuda::busId().empty());
  std::uint64_t bytes = 0;
  FINE(cuda::freeMemory(bytes));
  EXPECT_TRUE(bytes > 0 && bytes <= info.totalBytes);
  int version = 0;
  FINE(cuda::driverVersion(version));
  std::string arch;
  FINE(cuda::arch(arch));
  std::printf("%s, %s, CUDA %d, %d multiprocessors, %s\n", info.name.c_str(), arch.c_str(), version,
              info.multiprocessors, cuda::busId().c_str());
}

// Pageable memory of the host, whose place the driver must see from its address.
TEST_F(DriverOnGpu, boxesGoToTheDeviceAndBack) {
  roundTrip({256, 5, 3}, 256, 1280, 256, 1280);
  roundTrip({200, 5, 3}, 256, 256 * 6, 208, 208 * 5);
  roundTrip({200, 5, 3}, 256, 256 * 6 + 8, 208, 208 * 5 + 16); // plane by plane
  roundTrip({200, 5, 1}, 201, 0, 203, 0);
  roundTrip({200, 1, 4}, 200, 999, 200, 401);
}

TEST_F(DriverOnGpu, kernelsRun) {
  cuda::Module module = nullptr;
  cuda::Function kernel = nullptr;
  int registers = 0;
  FINE(cuda::loadModule(kPtx, module));
  FINE(cuda::findKernel(module, "count", kernel));
  FINE(cuda::attribute(kernel, cuda::FunctionAttribute::Registers, registers));
  EXPECT_GT(registers, 0);
  cuda::Stream stream = nullptr;
  FINE(cuda::createStream(stream));
  void *memory = nullptr;
  FINE(cuda::allocate(64 * 4, memory));
  unsigned start = 0;
  void *const arguments[] = {static_cast<void *>(&memory), &start};
  cuda::Stopwatch watch;
  FINE(watch.start(stream));
  // Plain; with much shared memory, beside the last one; plain again.
  for (start = 10; start < 13; ++start) {
    cuda::Launch launch{.name = "count", .kernel = kernel, .arguments = arguments};
    launch.block[0] = 64;
    launch.sharedBytes = start == 11 ? 100 << 10 : 0;
    launch.isDependent = start == 11;
    FINE(cuda::allowShared(launch));
    FINE(cuda::launch(stream, launch));
  }
  FINE(watch.stop(stream));
  double seconds = 0;
  FINE(watch.seconds(seconds));
  EXPECT_GT(seconds, 0);
  unsigned values[64] = {};
  FINE(cuda::copy({values, 256, 256}, {memory, 256, 256}, {256}, stream));
  FINE(cuda::synchronize(stream));
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(values[i], i + 12);
  cuda::Launch tooMuch{.name = "count", .kernel = kernel, .arguments = arguments};
  tooMuch.sharedBytes = 300 << 10;
  EXPECT_EQ(cuda::allowShared(tooMuch).code(), StatusCode::Invalid);
  cuda::release(memory);
  cuda::destroyStream(stream);
  cuda::unloadModule(module);
}

TEST_F(DriverOnGpu, bothHalvesOfARingAreTheSameMemory) {
  std::uint64_t unit = 0;
  FINE(cuda::ringUnit(unit));
  unsigned char *ring = nullptr;
  FINE(cuda::allocateRing(unit, ring));
  FINE(cuda::fill(ring, 1, unit, nullptr));
  FINE(cuda::fill(ring + unit - 4, 9, 8, nullptr)); // over the seam
  unsigned char seen[2] = {};
  FINE(cuda::copy({seen, 1, 1}, {ring + 3, 1, 1}, {1}, nullptr));
  FINE(cuda::copy({seen + 1, 1, 1}, {ring + 4, 1, 1}, {1}, nullptr));
  FINE(cuda::synchronize(nullptr));
  EXPECT_TRUE(seen[0] == 9 && seen[1] == 1);
  cuda::releaseRing(ring, unit);
}

TEST_F(DriverOnGpu, pinnedMemoryIsCopiedByLanes) {
  const std::uint64_t bytes = std::uint64_t{8} << 20;
  unsigned char *host = nullptr;
  FINE(cuda::allocateHost(bytes, host));
  void *seen = nullptr, *memory = nullptr;
  FINE(cuda::addressOf(host, seen));
  EXPECT_NE(seen, nullptr);
  FINE(cuda::allocate(bytes / 2, memory));
  host[0] = 5;
  {
    cuda::Lane in, out;
    FINE(in.open(true));
    FINE(out.open(true));
    FINE(in.copy({memory, bytes / 2, bytes / 2}, {host, bytes / 2, bytes / 2}, {bytes / 2}));
    in.finish();
    out.waitFor(in, 0);
    FINE(out.copy({host + bytes / 2, bytes / 2, bytes / 2}, {memory, bytes / 2, bytes / 2},
                  {bytes / 2}));
    out.finish();
    FINE(out.await(0));
  }
  EXPECT_EQ(host[bytes / 2], 5);
  cuda::release(memory);
  cuda::releaseHost(host, bytes);
}

TEST_F(DriverOnGpu, tensorMapsAreMade) {
  std::string arch;
  FINE(cuda::arch(arch));
  if (arch < "sm_90")
    GTEST_SKIP() << arch << " has no tensor maps";
  void *memory = nullptr;
  FINE(cuda::allocate(1 << 16, memory));
  alignas(128) unsigned char map[128] = {};
  FINE(cuda::encodeTensorMap(map, {memory, 4, 3, {32, 16, 8}, {4, 128, 2048}, {16, 4, 2}}));
  cuda::release(memory);
}

} // namespace
} // namespace stencilc::driver_on_gpu_test
