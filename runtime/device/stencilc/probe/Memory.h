/// \file Kernels of the probe (which measures a machine) that copy, read and write device memory. A
/// thread accesses 16 bytes at a time.
#pragma once

#include "stencilc/Runtime.h"
#include "stencilc/probe/Wide.h"

namespace stencilc::inline STENCILC_SPACE::probe {

__global__ void copyMemory(Words *to, const Words *from) {
  const Size at = Size{blockIdx.x} * kThreads + threadIdx.x;
  to[at] = from[at];
}

__global__ void readMemory(const Words *from, unsigned never, unsigned *result) {
  const Words *first = from + Size{blockIdx.x} * kThreads * kReadsAtOnce + threadIdx.x;
  Words some[kReadsAtOnce];
  unsigned sum = 0;
  STENCILC_UNROLL
  for (int k = 0; k < kReadsAtOnce; ++k)
    some[k] = loadPastL1(first + k * kThreads);
  STENCILC_UNROLL
  for (int k = 0; k < kReadsAtOnce; ++k)
    sum ^= fold(some[k]);
  if (sum == never)
    *result = sum;
}

__global__ void writeMemory(Words *to, unsigned value) {
  to[Size{blockIdx.x} * kThreads + threadIdx.x] = {value, value, value, value};
}

#if STENCILC_HAS_HOST

inline LaunchShape shapeOf(unsigned blocks) {
  return {.grid = dim3(blocks), .block = dim3(kThreads)};
}
inline void launchCopyMemory(const Runtime &runtime, unsigned blocks, Words *to,
                             const Words *from) {
  runtime.launch("copyMemory", copyMemory, shapeOf(blocks), to, from);
}
inline void launchReadMemory(const Runtime &runtime, unsigned blocks, const Words *from,
                             UInt32 *result) {
  runtime.launch("readMemory", readMemory, shapeOf(blocks), from, 1u, result);
}
inline void launchWriteMemory(const Runtime &runtime, unsigned blocks, Words *to) {
  runtime.launch("writeMemory", writeMemory, shapeOf(blocks), to, 0u);
}
#endif

} // namespace stencilc::inline STENCILC_SPACE::probe
