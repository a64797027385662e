/// \file Kernels that read what is on the chip: shared memory, L1 and L2.
///
/// Paper: Schaefer and Fey, "High Performance Stencil Code Algorithms for GPGPUs" (2011), table 1.
/// All kernels read 16 bytes per thread and access. The next address depends on the launch, so that
/// no load can be left out, and every word goes into a result that is compared with one that never
/// comes.
#pragma once

#include "stencilc/Runtime.h"
#include "stencilc/probe/Wide.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Neighbouring threads read neighbouring 16 bytes: no bank is asked twice in a phase.
__global__ void __launch_bounds__(kThreads, kBlocks)
    readShared(unsigned stride, int passes, unsigned never, unsigned *result) {
  Words *const words = shared<Words>();
  for (unsigned i = threadIdx.x; i < kNearWords; i += kThreads)
    words[i] = {0, 0, 0, 0};
  syncThreads();
  unsigned sum = 0, at = threadIdx.x;
  for (int pass = 0; pass < passes; ++pass) {
    STENCILC_UNROLL
    for (int i = 0; i < kReads; ++i) {
      sum ^= fold(loadShared(words + at));
      at = (at + stride) & (kNearWords - 1);
    }
  }
  if (sum == never)
    *result = sum;
}

__global__ void __launch_bounds__(kThreads, kBlocks)
    readL1(const Words *words, unsigned stride, int passes, unsigned never, unsigned *result) {
  unsigned sum = 0, at = threadIdx.x;
  for (int pass = 0; pass < passes; ++pass) {
    STENCILC_UNROLL
    for (int i = 0; i < kReads; ++i) {
      sum ^= fold(loadThroughL1(words + at));
      at = (at + stride) & (kNearWords - 1);
    }
  }
  if (sum == never)
    *result = sum;
}

/// The array has one part of `perThread` accesses per thread for each block; from pass to pass a
/// block moves on by `shift` parts, so that each multiprocessor reads what others have read.
__global__ void __launch_bounds__(kThreads, kBlocks)
    readL2(const Words *words, int perThread, unsigned shift, int passes, unsigned never,
           unsigned *result) {
  constexpr int kAtOnce = 4;
  unsigned sum = 0, part = blockIdx.x;
  for (int pass = 0; pass < passes; ++pass) {
    const Words *from = words + static_cast<Size>(part) * perThread * kThreads + threadIdx.x;
    for (int i = 0; i < perThread; i += kAtOnce) {
      Words some[kAtOnce];
      STENCILC_UNROLL
      for (int k = 0; k < kAtOnce; ++k)
        some[k] = loadPastL1(from + (i + k) * kThreads);
      STENCILC_UNROLL
      for (int k = 0; k < kAtOnce; ++k)
        sum ^= fold(some[k]);
    }
    part += shift;
    part = part >= gridDim.x ? part - gridDim.x : part;
  }
  if (sum == never)
    *result = sum;
}

#if STENCILC_HAS_HOST

inline void launchReadShared(const Runtime &runtime, unsigned blocks, int passes, UInt32 *result) {
  runtime.launch(
      "readShared", readShared,
      {.grid = dim3(blocks), .block = dim3(kThreads), .sharedBytes = kNearBytes, .barriers = true},
      unsigned{kThreads}, passes, 1u, result);
}
inline void launchReadL1(const Runtime &runtime, unsigned blocks, const Words *words, int passes,
                         UInt32 *result) {
  runtime.launch("readL1", readL1, {.grid = dim3(blocks), .block = dim3(kThreads)}, words,
                 unsigned{kThreads}, passes, 1u, result);
}
inline void launchReadL2(const Runtime &runtime, unsigned blocks, const Words *words, int perThread,
                         int passes, UInt32 *result) {
  runtime.launch("readL2", readL2, {.grid = dim3(blocks), .block = dim3(kThreads)}, words,
                 perThread, blocks / 3, passes, 1u, result);
}
#endif

} // namespace stencilc::inline STENCILC_SPACE::probe
