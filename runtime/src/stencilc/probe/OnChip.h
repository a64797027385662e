/// \file Bandwidth of what is on the chip: shared memory, L1 and L2.
///
/// Paper: Schaefer and Fey, "High Performance Stencil Code Algorithms for GPGPUs" (2011), table 1.
/// All kernels read 16 bytes per thread and access. The next address depends on the launch, so that
/// no load can be left out, and every word goes into a result that is compared with one that never
/// comes.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/probe/Bench.h"
#include "stencilc/probe/Record.h"
#include "stencilc/probe/Wide.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Accesses of a thread in one pass.
inline constexpr int kReads = 32;

/// Bytes each block of readShared and readL1 goes through; all blocks of readL1 through the same.
inline constexpr int kNearBytes = 16384;
inline constexpr unsigned kNearWords = kNearBytes / sizeof(Words);

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
    const Words *from = words + static_cast<std::size_t>(part) * perThread * kThreads + threadIdx.x;
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

/// Fills in the bandwidths of shared memory, L1 and L2.
inline Status measureOnChip(Bench &bench, Gpu &gpu) {
  const unsigned blocks = static_cast<unsigned>(gpu.multiprocessors) * kBlocks;
  const double perPass = double(blocks) * kThreads * kReads * sizeof(Words);
  const unsigned stride = kThreads, never = 1;
  Buffer near, far, result;
  double seconds = 0;
  // Half of L2, in whole parts of four accesses: what is left takes what other work brings in.
  const std::uint64_t half = gpu.l2Bytes ? gpu.l2Bytes / 2 : kEffort.most;
  const std::uint64_t step = std::uint64_t{4} * blocks * kThreads * sizeof(Words);
  const int perThread = static_cast<int>(4 * std::max<std::uint64_t>(1, half / step));
  Status status = near.allocate(kNearBytes);
  if (status)
    status = result.allocate(sizeof(unsigned));
  if (status)
    status = far.allocate(std::size_t(perThread) * blocks * kThreads * sizeof(Words));

  LaunchShape shape = {.grid = dim3(blocks), .block = dim3(kThreads)};
  if (status)
    status = bench.secondsPerPass(
        [&](int passes) {
          return launch(nullptr, "readL1", readL1, shape, near.as<Words>(), stride, passes, never,
                        result.as<unsigned>());
        },
        seconds);
  if (!status)
    return status;
  gpu.l1Read = billions(perPass, seconds);
  status = bench.secondsPerPass(
      [&](int passes) {
        return launch(nullptr, "readL2", readL2, shape, far.as<Words>(), perThread, blocks / 3,
                      passes, never, result.as<unsigned>());
      },
      seconds);
  if (!status)
    return status;
  gpu.l2Read = billions(static_cast<double>(far.size()), seconds);
  shape.sharedBytes = kNearBytes;
  shape.barriers = true;
  status = bench.secondsPerPass(
      [&](int passes) {
        return launch(nullptr, "readShared", readShared, shape, stride, passes, never,
                      result.as<unsigned>());
      },
      seconds);
  if (status)
    gpu.sharedRead = billions(perPass, seconds);
  return status;
}

} // namespace stencilc::probe
