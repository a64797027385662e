/// \file Probe of fused multiply-adds: their rate, the register bandwidth that follows from it, and
/// how many are hidden behind a load.
///
/// Method: Schaefer and Fey, "High Performance Stencil Code Algorithms for GPGPUs" (2011). Each
/// thread runs four independent chains `t = add + t * mult`, each with its own operands (their fig.
/// 5a). An operation reads three register words and writes one, so the register bandwidth is the
/// rate times four words. This is the bandwidth that arithmetic can use, not the limit of the
/// registers. The peak arithmetic rate is higher. It is measured with chains that share their
/// operands, so that only one of three operands is read from a new register.
#pragma once

#include "stencilc/Math.h"
#include "stencilc/Runtime.h"
#include "stencilc/Vector.h"
#include "stencilc/probe/ProbeKernels.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Multiplier slightly above -1, for long chains of multiply-adds. Values alternate above and below
/// a limit that they approach very slowly, so their bits keep changing, as in a real program.
inline constexpr double kMultiplier = -0.99999994;

/// Four independent chains of multiply-adds in a thread. With kOwn each chain has operands of its
/// own, else all share them.
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

/// Kernel in which each thread computes `passes` passes of multiply-adds. clocks[0] gets the first
/// clock of multiprocessor 0, and clocks[1] the last. A sum is stored only if it equals `never`, a
/// value that no sum has. So nothing is stored, but the compiler must keep the computation.
template <class T, bool kOwn>
__global__ void __launch_bounds__(kThreads, kBlocks)
    runFma(T multiplier, int passes, T never, T *result, [[maybe_unused]] UInt64 *clocks) {
#if defined(__CUDA_ARCH__)
  const auto start = static_cast<unsigned long long>(clock64());
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
    // The type that CUDA's atomics take.
    auto *const words = reinterpret_cast<unsigned long long *>(clocks);
    atomicMin(&words[0], start);
    atomicMax(&words[1], static_cast<unsigned long long>(clock64()));
  }
#endif
}

/// Kernel in which each thread loads 16 bytes, computes multiply-adds that do not depend on them,
/// and stores the sums of both. There are `PerWord` multiply-adds for each loaded word of type `T`.
/// Its time shows how many multiply-adds run while a word is loaded.
template <class T, int PerWord>
__global__ void __launch_bounds__(kThreads) runBesideLoad(T *array, T multiplier) {
  constexpr int kWords = 16 / static_cast<int>(sizeof(T));
  static_assert(PerWord * kWords % kChains == 0);
  T *const mine = array + (Size{blockIdx.x} * kThreads + threadIdx.x) * kWords;
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

#if STENCILC_HAS_HOST

template <class T, bool kOwn>
void launchFma(const Runtime &runtime, unsigned blocks, int passes, void *result, UInt64 *clocks) {
  runtime.launch("runFma", runFma<T, kOwn>, {.grid = dim3(blocks), .block = dim3(kThreads)},
                 T(kMultiplier), passes, T(-1), static_cast<T *>(result), clocks);
}
template <class T, int PerWord>
void launchBesideLoad(const Runtime &runtime, unsigned blocks, void *array) {
  runtime.launch("runBesideLoad", runBesideLoad<T, PerWord>,
                 {.grid = dim3(blocks), .block = dim3(kThreads)}, static_cast<T *>(array),
                 T(kMultiplier));
}

/// Table of kernels that compute multiply-adds while they load words of type T. Each kernel has
/// another number of multiply-adds for each word, one of `PerWord`.
template <class T, int... PerWord> struct BesideLoads {
  static constexpr BesideLoad list[] = {{PerWord, launchBesideLoad<T, PerWord>}...};
};
template <class T> constexpr Arithmetic arithmeticOf() {
  using Loads = BesideLoads<T, 0, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128>;
  return {launchFma<T, true>, launchFma<T, false>, Loads::list,
          static_cast<int>(sizeof Loads::list / sizeof *Loads::list)};
}
#endif

} // namespace stencilc::inline STENCILC_SPACE::probe
