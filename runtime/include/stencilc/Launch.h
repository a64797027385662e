/// \file The shape of a kernel launch, and a launch as the runtime takes it.
#pragma once

#include "stencilc/EndsFirst.h"

#if STENCILC_HAS_KERNELS

namespace stencilc::inline STENCILC_SPACE {

struct LaunchShape {
  dim3 grid, block;
  Size sharedBytes = 0; // per block
  /// The kernel's threads wait for each other: it calls syncThreads, a warp operation, a barrier
  /// wait or a cluster operation. A GPU does not care. The CPU device runs threads of kernels that
  /// do not wait as plain calls one after the other, which is many times faster, and stops with a
  /// message if such a kernel waits after all.
  bool barriers = false;
  dim3 cluster = dim3(1, 1, 1); // blocks that share their shared memory (sm_90)
  /// Blocks may start as soon as every block of the kernel launched before has called
  /// letNextStart(), without waiting for what it writes. Where the device cannot do that (before
  /// sm_90, on the CPU) they wait.
  bool besideLast = false;
  /// An even number of blocks, one of which a multiprocessor has at a time. Multiprocessors come in
  /// pairs that share a cache of instructions: on a pair that runs these blocks no other kernel
  /// does, as two loops may be more than the cache holds. Before sm_90 blocks go anywhere.
  bool inPairs = false;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif

namespace stencilc::inline STENCILC_SPACE {

/// What the device's driver calls a kernel (a CUfunction), of what the text knows it by; null with
/// the reason if the device cannot run it.
using KernelHandle = const void *(*)(const void *kernel, const char *&problem);

/// A launch, as the runtime takes it.
struct KernelLaunch {
  const char *name;
  /// What the text knows the kernel by: on the CPU device its address.
  const void *kernel;
  /// Finds what the driver calls it, while the same context is current always the same. Null where
  /// that is `kernel`.
  KernelHandle handle;
  /// On the CPU device: runs the kernel's text once, in the thread that is set up.
  void (*call)(const void *text);
  const void *text;
  void *const *arguments; // the address of each, in the kernel's types; null behind the last
  /// Bytes of each. Null: they are not known, and the launch goes to the device at once.
  const unsigned *argumentBytes = nullptr;
  unsigned grid[3], block[3], cluster[3];
  Size sharedBytes;
  bool barriers, besideLast, inPairs;
  /// The argument that tells a kernel of the ends that it does first; null: it cannot do any.
  EndsFirst *ends = nullptr;
  /// Bytes, argument by argument, of a value that differs from piece to piece; else 0. Null where
  /// `ends` is.
  const unsigned *pieceBytes = nullptr;
};

/// A tensor map that a step asks for (Step::mapTensor).
struct TensorRequest {
  void *map;          // a TensorMap, to be set
  const void *base;   // of plane `firstPlane`
  unsigned cellBytes; // 1, 2, 4 or 8
  int rank;           // axes of the box
  Int64 pitches[3];   // bytes; the first is cellBytes
  int extents[3];     // cells
  int box[3];         // cells that a load brings
  int firstPlane;     // of the grid, where the map begins
};

} // namespace stencilc::inline STENCILC_SPACE
