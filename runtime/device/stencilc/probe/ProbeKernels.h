/// \file Interface between the runtime and the kernels of the probe, which measures a machine: a
/// table of functions that launch the kernels, and constants that both sides use.
#pragma once

#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Number of threads of a block, and number of blocks that run on a multiprocessor at the same
/// time, in probe kernels that read caches or registers. All chips since sm_80 can run so many
/// blocks, if a thread has up to 64 registers.
inline constexpr int kThreads = 256, kBlocks = 4;

/// The 16 bytes that one thread reads or writes in one access.
struct alignas(16) Words {
  UInt32 x, y, z, w;
};

/// Number of loads that a thread has in flight in the probe of memory.
inline constexpr int kReadsAtOnce = 4;

/// Number of accesses that each thread does in one pass, when the probe measures shared memory or
/// the L1 cache.
inline constexpr int kReads = 32;
/// Bytes that each block reads in the probes of shared memory and L1. All blocks of the L1 probe
/// read the same bytes.
inline constexpr int kNearBytes = 16384;
inline constexpr unsigned kNearWords = kNearBytes / sizeof(Words);

/// Number of independent chains of multiply-adds that each thread computes when the probe measures
/// arithmetic, and number of operations of each chain in one pass.
inline constexpr int kChains = 4, kLength = 64;

/// Number of block barriers that each thread passes in one pass of the kernel, when the probe
/// measures the time of a barrier.
inline constexpr int kBarriers = 64;

} // namespace stencilc::inline STENCILC_SPACE::probe

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE::probe {

/// A probe kernel that computes `perWord` multiply-adds for each word that it loads. Its time shows
/// how many multiply-adds run while a word is loaded.
struct BesideLoad {
  int perWord;
  /// Enqueues the kernel on `blocks` blocks. `array` must have blocks * kThreads * 16 bytes.
  void (*launch)(const Runtime &runtime, unsigned blocks, void *array);
};

/// Table of functions that launch the probe's kernels of multiply-adds for one floating-point type.
/// `result` is device memory for one number of that type. `clocks` gets the first and the last
/// clock of multiprocessor 0.
struct Arithmetic {
  using Launch = void (*)(const Runtime &runtime, unsigned blocks, int passes, void *result,
                          UInt64 *clocks);
  Launch own, alike; // chains with operands of their own, and with shared ones
  const BesideLoad *besideLoad;
  int besideLoadCount;
};

} // namespace stencilc::inline STENCILC_SPACE::probe

namespace stencilc::inline STENCILC_SPACE {

/// Table of functions that each enqueue one kernel of the probe, which measures a machine. A kernel
/// stores its sum in `result` only if the sum has a certain value, which never occurs. So nothing
/// is stored, but the compiler must keep the computation of the sum.
struct ProbeKernels {
  using Words = probe::Words;
  ExecutionSpace world = kExecutionSpace;
  const char *compiler; // "nvcc 13.0.88"; empty if unknown
  // Memory: one access of 16 bytes for each thread, except readMemory with kReadsAtOnce.
  void (*copyMemory)(const Runtime &runtime, unsigned blocks, Words *to, const Words *from);
  void (*readMemory)(const Runtime &runtime, unsigned blocks, const Words *from, UInt32 *result);
  void (*writeMemory)(const Runtime &runtime, unsigned blocks, Words *to);
  // On the chip.
  void (*readShared)(const Runtime &runtime, unsigned blocks, int passes, UInt32 *result);
  void (*readL1)(const Runtime &runtime, unsigned blocks, const Words *words, int passes,
                 UInt32 *result);
  void (*readL2)(const Runtime &runtime, unsigned blocks, const Words *words, int perThread,
                 int passes, UInt32 *result);
  probe::Arithmetic f32, f64;
  // Costs: an empty kernel of one warp; kBarriers barriers in each pass.
  void (*doNothing)(const Runtime &runtime);
  void (*waitAtBarriers)(const Runtime &runtime, unsigned threads, int passes);
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
