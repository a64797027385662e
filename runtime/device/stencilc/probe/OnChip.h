/// \file Probe kernels that read on-chip memory: shared memory, L1 and L2.
///
/// Method: Schaefer and Fey, "High Performance Stencil Code Algorithms for GPGPUs" (2011), table 1.
/// All kernels read 16 bytes for each thread and access. Each address depends on a launch argument,
/// and every word enters a result that is compared with an impossible value. So the compiler cannot
/// remove a load.
#pragma once

#include "stencilc/Runtime.h"
#include "stencilc/probe/Wide.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Probe kernel that reads shared memory. Adjacent threads read adjacent 16 bytes, without bank
/// conflicts.
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

/// Probe kernel that reads the L2 cache. The array has one part for each block, and a pass of a
/// block reads one part, with `perThread` accesses for each thread. For the next pass the block
/// moves on by `shift` parts, so that a multiprocessor reads what others have read before.
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
