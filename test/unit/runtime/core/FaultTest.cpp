/// \file Faults planted in kernels, which the CPU device must find: by wrong numbers, or by ending
/// the program with a message that names the place.
#include "KernelRuns.h"
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/simt/SimtMemory.h"
#include <cmath>
#include <gtest/gtest.h>

namespace stencilc::fault_test {
namespace {

using kernels::launch;

constexpr ThreadOrder kOrders[] = {ThreadOrder::Forward, ThreadOrder::Reverse,
                                   ThreadOrder::Shuffled, ThreadOrder::Ahead, ThreadOrder::Behind};

/// Cells wrong in each of the orders.
template <class Run> std::vector<std::size_t> inAllOrders(Run run) {
  std::vector<std::size_t> wrong;
  for (const ThreadOrder order : kOrders) {
    device::setThreadOrder(order);
    wrong.push_back(run());
  }
  device::setThreadOrder(ThreadOrder::Forward);
  return wrong;
}

/// What a kernel that stores one number per thread stored; `threads` in one block.
template <class Kernel>
std::vector<float> results(Kernel kernel, unsigned threads, std::size_t sharedBytes = 0) {
  std::vector<float> out(threads, -1);
  EXPECT_TRUE(kernels::fine(
      launch("kernel", kernel, {dim3(1), dim3(threads), sharedBytes, true}, out.data())));
  return out;
}

class FaultTest : public testing::Test {
protected:
  // Death tests start the program again: the host threads of launches before do not survive a fork.
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
using FaultDeathTest = FaultTest;

// --- wrong numbers -------------------------------------------------------------------------------

TEST_F(FaultTest, barrierLeftOut) {
  for (const std::size_t wrong : inAllOrders([] { return kernels::wrongInSevenPoint<false>(); }))
    EXPECT_GT(wrong, 0u);
}

/// In each round a warp takes over what the next one left. The lanes of a warp meet as well, so
/// that warps stay in step wherever threads run in turn.
template <bool kWaits> __global__ void passOn(float *out) {
  constexpr int kWarps = 4, kRounds = 9;
  auto &turn = *shared<Mbarrier>();
  float (*left)[kWarps][kWarpSize] = shared<float[kWarps][kWarpSize]>(128);
  const int warp = threadIdx.x / kWarpSize, lane = threadIdx.x % kWarpSize;
  if (threadIdx.x == 0)
    initBarrier(turn, kWarps * kWarpSize);
  syncThreads();
  float value = static_cast<float>(warp);
  for (int round = 0; round < kRounds; ++round) {
    left[round % 2][warp][lane] = value;
    arrive(turn);
    if (kWaits)
      wait(turn, round);
    syncWarp(); // the last lane to come goes on at once, so that it takes two to keep it back
    syncWarp();
    value = left[round % 2][(warp + 1) % kWarps][lane];
  }
  out[threadIdx.x] = value;
}

template <bool kWaits> std::size_t wrongInPassOn() {
  const auto out = results(passOn<kWaits>, 128, 128 + 2 * 128 * sizeof(float));
  std::size_t wrong = 0;
  for (unsigned i = 0; i < out.size(); ++i)
    wrong += out[i] != static_cast<float>((i / 32 + 9) % 4);
  return wrong;
}

TEST_F(FaultTest, waitForOtherWarpsLeftOut) {
  for (const std::size_t wrong : inAllOrders([] { return wrongInPassOn<true>(); }))
    EXPECT_EQ(wrong, 0u);
  const auto wrong = inAllOrders([] { return wrongInPassOn<false>(); });
  EXPECT_EQ(wrong[0] + wrong[1] + wrong[2], 0u) << "threads in turn keep warps in step";
  EXPECT_GT(wrong[3], 0u) << "one warp ahead";
  EXPECT_GT(wrong[4], 0u) << "one warp behind";
}

TEST_F(FaultTest, waitForCopiesLeftOut) {
  for (const std::size_t wrong : inAllOrders([] { return kernels::wrongInCopyPipeline<false>(); }))
    EXPECT_GT(wrong, 0u);
  const std::vector<float> from(8, 1);
  std::vector<float> to(8);
  ASSERT_TRUE(kernels::fine(launch("copyPipeline", kernels::copyPipeline<false>,
                                   {dim3(1), dim3(8), 64, true}, from.data(), to.data(), 8, 1)));
  for (const float cell : to)
    EXPECT_TRUE(std::isnan(cell)) << cell;
}

__global__ void overwrite(float *out) {
  float *buffer = shared<float>();
  static const float source[32] = {};
  buffer[threadIdx.x] = 1;
  syncThreads();
  copyAsync<4>(buffer + threadIdx.x, source + threadIdx.x);
  out[threadIdx.x] = buffer[(threadIdx.x + 1) % 32]; // may be overwritten already
  commitCopies();
  waitCopies<0>();
  syncThreads();
}

TEST_F(FaultTest, targetOfACopyStillInUse) {
  int wrong = 0;
  for (const float cell : results(overwrite, 32, 128))
    wrong += cell != 1; // NaN while the copy is under way, 0 after
  EXPECT_GT(wrong, 0);
}

__global__ void readUninitialised(float *out) { out[threadIdx.x] = shared<float>()[threadIdx.x]; }

TEST_F(FaultTest, sharedMemoryStartsAsNan) {
  for (const float cell : results(readUninitialised, 8, 32))
    EXPECT_TRUE(std::isnan(cell));
}

__global__ void shuffleFromTheDead(float *out) {
  if (threadIdx.x % 2)
    return;
  out[threadIdx.x] = shuffleDown(1.0f, 1);
}

TEST_F(FaultTest, shuffleFromAnEndedLane) {
  const auto out = results(shuffleFromTheDead, 30);
  for (unsigned i = 0; i < 30; i += 2)
    EXPECT_TRUE(std::isnan(out[i])) << i;
}

__global__ void endEarly(float *out) {
  if (threadIdx.x >= 40)
    return;
  syncThreads();
  out[threadIdx.x] = 1;
}

TEST_F(FaultTest, endedThreadsAreNotWaitedFor) {
  const auto out = results(endEarly, 64);
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i < 40 ? 1 : -1);
}

// --- the end, with a message ---------------------------------------------------------------------

__global__ void diverge(float *out) {
  if (threadIdx.x < 16)
    syncThreads();
  else
    syncWarp();
  out[threadIdx.x] = 1;
}

TEST_F(FaultDeathTest, barrierNotReachedByAll) {
  EXPECT_DEATH(results(diverge, 32), "deadlock in sync");
  EXPECT_DEATH(
      results(diverge, 32),
      "block \\(0, 0, 0\\): 16 threads wait in syncThreads, the first is thread \\(0, 0, 0");
}

__global__ void storeAt(int index) {
  if (threadIdx.x == 3)
    shared<float>()[index] = 1;
}

void store(int index) {
  (void)launch("storeAt", storeAt, {dim3(1), dim3(4), 100 * sizeof(float)}, index);
}

TEST_F(FaultDeathTest, storeOutsideSharedMemory) {
  store(0);
  store(99);
#ifdef STENCILC_ASAN
  const char *const near = "AddressSanitizer: use-after-poison", *const far = "AddressSanitizer";
#else
  const char *const near = "kernel 'storeAt', block \\(0, 0, 0\\).*wrote outside its 400 bytes of "
                           "shared memory, at offset";
  const char *const far = "thread \\(3, 0, 0\\): the access at .* is outside the block's 400 bytes";
#endif
  EXPECT_DEATH(store(100), near);
  EXPECT_DEATH(store(-1), near);
  EXPECT_DEATH(store(1000), far);
  EXPECT_DEATH(store(-2000), far);
#ifndef STENCILC_ASAN
  EXPECT_DEATH(store(1 << 30), "thread \\(3, 0, 0\\): the access at .* is outside all memory");
#endif
}

__global__ void loadByte(const unsigned char *from, std::int64_t at, unsigned char *to) {
  *to = from[at];
}

void readByte(const unsigned char *from, std::int64_t at) {
  static unsigned char read;
  unsigned char *const to = &read;
  (void)launch("loadByte", loadByte, {dim3(1), dim3(1)}, from, at, to);
}

#ifdef STENCILC_ASAN
constexpr const char *kOutside = "AddressSanitizer";
#else
constexpr const char *kOutside =
    "kernel 'loadByte'.*thread \\(0, 0, 0\\): the access at .* is outside all memory";
#endif

// Whole rows, and a profile of 133 numbers of f64, whose next cell is found as well.
TEST_F(FaultDeathTest, loadOutsideGlobalMemory) {
  for (const std::int64_t bytes : {100 * 256, 133 * 8}) {
    void *memory = nullptr;
    ASSERT_TRUE(kernels::fine(kernels::device().allocate(static_cast<std::size_t>(bytes), memory)));
    const auto *const cells = static_cast<const unsigned char *>(memory);
    readByte(cells, 0);
    readByte(cells, bytes - 1);
    EXPECT_DEATH(readByte(cells, bytes), kOutside) << bytes;
    kernels::device().release(memory);
  }
}

TEST_F(FaultDeathTest, loadOutsideARing) {
  std::uint64_t unit = 0;
  unsigned char *ring = nullptr;
  ASSERT_TRUE(kernels::fine(kernels::device().ringUnit(unit)));
  ASSERT_TRUE(kernels::fine(kernels::device().allocateRing(unit, ring)));
  const auto bytes = static_cast<std::int64_t>(unit);
  readByte(ring, 0);
  readByte(ring, 2 * bytes - 1);
  constexpr std::int64_t kFar = std::int64_t{1000} << 20;
  for (const std::int64_t at : {std::int64_t{-1}, 2 * bytes, -kFar, kFar})
    EXPECT_DEATH(readByte(ring, at), kOutside) << at;
  kernels::device().releaseRing(ring, unit);
}

#ifndef STENCILC_ASAN
__global__ void recurse(float *out) {
  volatile float frame[4096];
  frame[threadIdx.x] = 1;
  void (*volatile again)(float *) = recurse;
  again(out);
  out[threadIdx.x] = frame[1];
}

TEST_F(FaultDeathTest, stackTooSmall) {
  EXPECT_DEATH(results(recurse, 1), "needs more than the 262144 bytes of stack");
}
#endif

__global__ void loadFrom(const double *from, double *to) { load<2>(to, from + threadIdx.x); }

TEST_F(FaultDeathTest, misalignedVectorLoad) {
  alignas(16) static double cells[4], other[4];
  const double *const from = cells;
  double *const to = other;
  const LaunchShape one = {dim3(1), dim3(1)}, two = {dim3(1), dim3(2)};
  EXPECT_TRUE(kernels::fine(launch("loadFrom", loadFrom, one, from, to)));
  EXPECT_DEATH((void)launch("loadFrom", loadFrom, two, from, to),
               "thread \\(1, 0, 0\\): load at .* is not on a boundary of 16 bytes");
}

__global__ void copyFrom(const char *from, int to) { copyAsync<16>(shared<char>(to), from); }

void copyBytes(int from, int to) {
  alignas(16) static const char source[64] = {};
  (void)launch("copyFrom", copyFrom, {dim3(1), dim3(1), 64}, source + from, to);
}

TEST_F(FaultDeathTest, asynchronousCopiesOutOfPlace) {
  copyBytes(0, 48);
  EXPECT_DEATH(copyBytes(8, 0), "source of copyAsync at .* is not on a boundary of 16");
  EXPECT_DEATH(copyBytes(0, 8), "target of copyAsync at .* is not on a boundary of 16");
  EXPECT_DEATH(copyBytes(0, 64), "copyAsync: 16 bytes at .* are not inside the block's 64 bytes");
}

TEST_F(FaultDeathTest, barrierInAKernelLaunchedWithout) {
  EXPECT_DEATH((void)launch("endEarly", endEarly, {dim3(1), dim3(8)}, nullptr),
               "kernel 'endEarly'.*syncThreads waits.*did not set LaunchShape::barriers");
}

__global__ void strangeMask(float *out) { out[threadIdx.x] = shuffle(1.0f, 0, 0x1); }

TEST_F(FaultDeathTest, maskLeavesOutItsCaller) {
  EXPECT_DEATH(results(strangeMask, 2), "shuffle with mask 0x00000001, which leaves out lane 1");
}

__global__ void twoOperations(float *out) {
  if (threadIdx.x == 0)
    syncWarp(3);
  else
    out[0] = shuffle(1.0f, 0, 3);
}

TEST_F(FaultDeathTest, lanesMeetInTwoOperations) {
  EXPECT_DEATH(results(twoOperations, 2), "while other lanes of its warp wait for it in");
}

__global__ void useBarrier(int fault) {
  auto &barrier = *shared<Mbarrier>();
  if (fault != 0)
    initBarrier(barrier, 1);
  if (fault == 1)
    expectBytes(barrier, 16); // which nobody loads
  if (fault == 3)
    endBarrier(barrier);
  arrive(barrier);
  wait(barrier, 0);
}

void barrierFault(int fault) {
  (void)launch("useBarrier", useBarrier, {dim3(1), dim3(1), 8, true}, fault);
}

TEST_F(FaultDeathTest, barriersInSharedMemory) {
  barrierFault(2); // none
  EXPECT_DEATH(barrierFault(0), "arrive on a barrier that initBarrier has not prepared");
  EXPECT_DEATH(barrierFault(1), "deadlock in wait");
  EXPECT_DEATH(barrierFault(3), "arrive on a barrier that initBarrier has not prepared");
}

__global__ void loadWithoutWait(const __grid_constant__ TensorMap map, int offset, int x) {
  auto &barrier = *shared<Mbarrier>();
  initBarrier(barrier, 1);
  loadTensor(shared<char>(128 + offset), map, barrier, x, 0);
  arriveExpect(barrier, 64);
  if (offset == 1)
    wait(barrier, 0);
}

void tensorFault(int offset, int x = 0) {
  alignas(16) static float cells[16];
  TensorMap map{};
  ASSERT_TRUE(kernels::fine(
      kernels::makeTensorMap(map, View<float>{cells, 4, 16}, Grid{4, 4}, 2, {4, 4, 1})));
  (void)launch("loadWithoutWait", loadWithoutWait, {dim3(1), dim3(1), 192, true}, map, offset, x);
}

TEST_F(FaultDeathTest, tensorLoads) {
  EXPECT_DEATH(tensorFault(0), "ended with 1 tensor load that no thread waited for");
  EXPECT_DEATH(tensorFault(0, -1),
               "loadTensor from x = -1: a box begins at a multiple of 16 bytes");
  EXPECT_DEATH(tensorFault(0, -4), "no thread waited for") << "may begin outside";
  EXPECT_DEATH(tensorFault(64), "loadTensor: 64 bytes at .* are not inside");
  EXPECT_DEATH(tensorFault(-64), "target of loadTensor at .* is not on a boundary of 128");
  EXPECT_DEATH((void)kernels::wrongInTensorRows<false>(),
               "arrive on a barrier that has all its .* no thread has waited for them");
}

} // namespace
} // namespace stencilc::fault_test
