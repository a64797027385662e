/// \file What the text of the probe tells the runtime: its kernels as functions that launch them,
/// and the numbers that both sides must agree on.
#pragma once

#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Threads of a block, and blocks of a multiprocessor, of kernels that read caches or registers:
/// resident together on every chip since sm_80, with up to 64 registers a thread.
inline constexpr int kThreads = 256, kBlocks = 4;

/// What one thread reads or writes in one access.
struct alignas(16) Words {
  UInt32 x, y, z, w;
};

/// Accesses of a thread of readMemory, under way together.
inline constexpr int kReadsAtOnce = 4;

/// Accesses of a thread in one pass through shared memory or L1.
inline constexpr int kReads = 32;
/// Bytes each block of readShared and readL1 goes through; all blocks of readL1 through the same.
inline constexpr int kNearBytes = 16384;
inline constexpr unsigned kNearWords = kNearBytes / sizeof(Words);

/// Chains of multiply-adds that do not depend on each other, and operations of each in one pass.
inline constexpr int kChains = 4, kLength = 64;

/// Barriers of one pass.
inline constexpr int kBarriers = 64;

} // namespace stencilc::inline STENCILC_SPACE::probe

#if STENCILC_HAS_HOST

namespace stencilc::inline STENCILC_SPACE::probe {

/// Multiply-adds beside a load: how many for each word.
struct BesideLoad {
  int perWord;
  /// `array` has blocks * kThreads * 16 bytes.
  void (*launch)(const Runtime &runtime, unsigned blocks, void *array);
};

/// Multiply-adds in one type of numbers. `result` is one number, `clocks` get the first and the
/// last cycle of the first multiprocessor.
struct Arithmetic {
  using Launch = void (*)(const Runtime &runtime, unsigned blocks, int passes, void *result,
                          UInt64 *clocks);
  Launch own, alike; // chains with operands of their own, and with the same ones
  const BesideLoad *besideLoad;
  int besideLoadCount;
};

} // namespace stencilc::inline STENCILC_SPACE::probe

namespace stencilc::inline STENCILC_SPACE {

/// The kernels: each function enqueues one. `result` gets a value that never comes.
struct ProbeKernels {
  using Words = probe::Words;
  World world = kWorld;
  const char *compiler; // "nvcc 13.0.88"; empty where the text cannot tell
  // Memory: a thread has one access of 16 bytes, but kReadsAtOnce where it reads alone.
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
  // Costs: one thread of a warp that ends at once; kBarriers barriers a pass.
  void (*doNothing)(const Runtime &runtime);
  void (*waitAtBarriers)(const Runtime &runtime, unsigned threads, int passes);
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
