/// \file Fused multiply-adds: their rate, the register bandwidth that follows, and how many hide
/// behind a load.
///
/// Paper: Schaefer and Fey, "High Performance Stencil Code Algorithms for GPGPUs" (2011). Each
/// thread runs four chains `t = add + t * mult` that do not depend on each other, every chain with
/// operands of its own (its fig. 5a). An operation reads three words of registers and writes one:
/// the register bandwidth is the rate times four words. It is what the arithmetic can take of the
/// registers, not what they could give. The rate of the arithmetic itself is higher: that of chains
/// which share their operands, so that one register of three is read anew.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/Math.h"
#include "stencilc/Vector.h"
#include "stencilc/probe/Bench.h"
#include "stencilc/probe/Record.h"
#include "stencilc/probe/Wide.h"
#include <utility>

namespace stencilc::inline STENCILC_SPACE::probe {

inline constexpr int kChains = 4;
/// Operations of each chain in one pass of runFma.
inline constexpr int kLength = 64;

/// A little more than -1: values go back and forth between two numbers, which they approach so
/// slowly that bits keep changing, as in a program.
inline constexpr double kMultiplier = -0.99999994;

/// Four chains, with operands of their own or the same for all.
template <class T, bool kOwn = true> struct Chains {
  T value[kChains], add[kChains], multiply[kChains];

  STENCILC_DEVICE Chains(T multiplier, unsigned thread) {
    STENCILC_UNROLL
    for (int c = 0; c < kChains; ++c) {
      value[c] = T(thread & 7u) * T(0.0613);
      multiply[c] = multiplier + T(c) * T(1e-6);
      add[c] = T(0.7) + T(c) * T(0.1) + T(thread & 3u) * T(0.0171);
    }
  }
  template <int Length> STENCILC_DEVICE void run() {
    STENCILC_UNROLL
    for (int i = 0; i < Length; ++i) {
      STENCILC_UNROLL
      for (int c = 0; c < kChains; ++c)
        value[c] = stencilc::fma(value[c], multiply[kOwn ? c : 0], add[kOwn ? c : 0]);
    }
  }
  STENCILC_DEVICE T sum() const { return (value[0] + value[1]) + (value[2] + value[3]); }
};

/// `clocks` gets the first and the last cycle of the first multiprocessor.
template <class T, bool kOwn>
__global__ void __launch_bounds__(kThreads, kBlocks)
    runFma(T multiplier, int passes, T never, T *result,
           [[maybe_unused]] unsigned long long *clocks) {
#if defined(__CUDA_ARCH__)
  const unsigned long long start = clock64();
#endif
  Chains<T, kOwn> chains(multiplier, threadIdx.x);
  for (int pass = 0; pass < passes; ++pass)
    chains.template run<kLength>();
  const T sum = chains.sum();
  if (sum == never)
    *result = sum;
#if defined(__CUDA_ARCH__)
  unsigned multiprocessor;
  asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  if (multiprocessor == 0 && threadIdx.x % 32 == 0) {
    atomicMin(&clocks[0], start);
    atomicMax(&clocks[1], static_cast<unsigned long long>(clock64()));
  }
#endif
}

/// The paper's fig. 5b with 16 bytes per thread: a load, `PerWord` operations for each of its words
/// that do not need it, and a store that needs both.
template <class T, int PerWord>
__global__ void __launch_bounds__(kThreads) runBesideLoad(T *array, T multiplier) {
  constexpr int kWords = 16 / static_cast<int>(sizeof(T));
  static_assert(PerWord * kWords % kChains == 0);
  T *const mine = array + (std::size_t{blockIdx.x} * kThreads + threadIdx.x) * kWords;
  T words[kWords];
  load<kWords>(words, mine);
  Chains<T> chains(multiplier, threadIdx.x);
  chains.template run<PerWord * kWords / kChains>();
  const T sum = chains.sum();
  STENCILC_UNROLL
  for (int i = 0; i < kWords; ++i)
    words[i] += sum;
  store<kWords>(mine, words);
}

/// Rate of T in 1e9 per second, and the clock in MHz while it ran (0 where there is none).
template <class T, bool kOwn>
Status measureFma(Bench &bench, int multiprocessors, double &rate, double &clock) {
  const unsigned blocks = static_cast<unsigned>(multiprocessors) * kBlocks;
  unsigned long long taken[2] = {~0ull, 0};
  const std::size_t size = sizeof taken;
  Buffer result, clocks;
  double seconds = 0;
  int lastPasses = 1;
  Status status = result.allocate(sizeof(T));
  if (status)
    status = clocks.allocate(size);
  const auto run = [&](int passes) {
    lastPasses = passes;
    return launch(nullptr, "runFma", runFma<T, kOwn>,
                  {.grid = dim3(blocks), .block = dim3(kThreads)}, T(kMultiplier), passes, T(-1),
                  result.as<T>(), clocks.as<unsigned long long>());
  };
  if (status)
    status = bench.secondsPerPass(run, seconds);
  if (status) // once more, for the clock
    status = device::copy({clocks.as<void>(), size, size}, {taken, size, size}, {size}, nullptr);
  if (status)
    status = run(lastPasses);
  if (status)
    status = device::copy({taken, size, size}, {clocks.as<void>(), size, size}, {size}, nullptr);
  if (status)
    status = device::synchronize(nullptr);
  rate = billions(double(blocks) * kThreads * kChains * kLength, seconds);
  const double cycles = taken[1] > taken[0] ? static_cast<double>(taken[1] - taken[0]) : 0;
  clock = seconds > 0 ? 1e-6 * cycles / (seconds * lastPasses) : 0;
  return status;
}

/// Time over that without operations, for each number of them per word.
template <class T, int... PerWord>
Status measureOverlap(Bench &bench, Overlap &overlap, std::integer_sequence<int, PerWord...>) {
  std::uint64_t available = 0;
  Buffer array;
  Status status = device::freeMemory(available);
  const std::uint64_t bytes =
      std::min(kEffort.most / 4, available / 4) / (kThreads * 16) * (kThreads * 16);
  if (status)
    status = array.allocate(bytes);
  const LaunchShape shape = {.grid = dim3(static_cast<unsigned>(bytes / 16 / kThreads)),
                             .block = dim3(kThreads)};
  double none = 0;
  const auto measure = [&](int count, void (*kernel)(T *, T)) {
    double seconds = 0;
    if (status)
      status = bench.seconds(
          [&] {
            return launch(nullptr, "runBesideLoad", kernel, shape, array.as<T>(), T(kMultiplier));
          },
          seconds);
    if (!status)
      return;
    none = count == 0 ? seconds : none;
    const double ratio = none > 0 ? seconds / none : 1;
    const bool isFree = overlap.curve.empty() || overlap.curve.back().first == overlap.free;
    overlap.curve.emplace_back(count, ratio);
    if (isFree && ratio <= 1 + kFreeShare)
      overlap.free = count;
  };
  (measure(PerWord, runBesideLoad<T, PerWord>), ...);
  return status;
}

/// Fills in rates, register bandwidths and the two curves.
inline Status measureArithmetic(Bench &bench, Gpu &gpu) {
  double clock = 0, own32 = 0, own64 = 0;
  Status status = measureFma<double, true>(bench, gpu.multiprocessors, own64, clock);
  if (status)
    status = measureFma<float, true>(bench, gpu.multiprocessors, own32, clock);
  if (status)
    status = measureFma<double, false>(bench, gpu.multiprocessors, gpu.fma64, clock);
  if (status)
    status = measureFma<float, false>(bench, gpu.multiprocessors, gpu.fma32, gpu.busyClockMHz);
  gpu.registers32 = 4 * sizeof(float) * own32;
  gpu.registers64 = 4 * sizeof(double) * own64;
  return status;
}
inline Status measureOverlaps(Bench &bench, Gpu &gpu) {
  using Counts =
      std::integer_sequence<int, 0, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128>;
  Status status = measureOverlap<float>(bench, gpu.hidden32, Counts());
  return status ? measureOverlap<double>(bench, gpu.hidden64, Counts()) : status;
}

} // namespace stencilc::probe
