/// \file Shape of a kernel launch, and the record of a launch that emitted code passes to the
/// runtime.
#pragma once

#include "stencilc/BoundaryFirst.h"

#if STENCILC_HAS_KERNELS

namespace stencilc::inline STENCILC_SPACE {

/// Blocks, threads and scheduling options of a kernel launch.
struct LaunchShape {
  dim3 grid, block;
  Size sharedBytes = 0; // per block
  /// True if threads of the kernel wait for each other: in syncThreads, a warp operation, a barrier
  /// wait or a cluster operation. A GPU ignores this member. The CPU device (an emulated GPU) runs
  /// kernels with `false` one thread after the other, which is many times faster. If such a kernel
  /// waits after all, the process ends with a message.
  bool barriers = false;
  dim3 cluster = dim3(1, 1, 1); // blocks that can access each other's shared memory (sm_90)
  /// Programmatic dependent launch: blocks may start as soon as every block of the previous kernel
  /// has called letNextStart(), before that kernel's writes are visible. Devices that cannot do
  /// this (before sm_90, CPU) run the kernels one after the other.
  bool isDependent = false;
  /// Keeps other kernels off the pairs of multiprocessors that run these blocks. The two
  /// multiprocessors of a pair share an instruction cache, which two kernels may exceed. The number
  /// of blocks must be even, with one resident block for each multiprocessor. Ignored before sm_90.
  bool inPairs = false;
  /// Cooperative launch: all blocks run at the same time, so that they may wait for each other
  /// (Meeting.h). The launch fails if they do not fit on the device together.
  bool isCooperative = false;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif

namespace stencilc::inline STENCILC_SPACE {

/// Returns the driver's handle (a CUfunction) of a kernel, given the pointer that emitted code uses
/// for it. Returns null and sets `problem` if the device cannot run it.
using KernelHandle = const void *(*)(const void *kernel, const char *&problem);

/// A kernel launch as emitted code passes it to the runtime.
struct KernelLaunch {
  const char *name;
  /// Pointer that identifies the kernel: the address of the kernel function in the host program, or
  /// the driver's handle if `handle` is null. On the CPU device (an emulated GPU) it is the address
  /// of the function that runs.
  const void *kernel;
  /// Function that finds the driver's handle of `kernel`. The handle stays the same while the same
  /// device context is current. A null pointer means that `kernel` is itself the driver's handle.
  KernelHandle handle;
  /// Executes the kernel once on the CPU device (an emulated GPU), for the thread whose indices are
  /// set. `text` is the function object with the kernel's body.
  void (*call)(const void *text);
  const void *text;
  // Address of each argument, in the kernel's parameter types, ended by a null.
  void *const *arguments;
  /// Size of each argument in bytes. Null if unknown; the launch then goes to the device
  /// immediately, because its arguments cannot be copied.
  const unsigned *argumentBytes = nullptr;
  unsigned grid[3], block[3], cluster[3];
  Size sharedBytes;
  bool barriers, isDependent, inPairs;
  bool isCooperative = false;
  /// The BoundaryFirst argument of a kernel that can compute the planes at both ends of a slab (the
  /// planes of one device) before the others. Null if the kernel cannot.
  BoundaryFirst *ends = nullptr;
  /// Array with one entry for each argument. A ByPiece argument has three values: for each end of a
  /// slab (the planes of one device) and for the planes between. Its entry is the size of one value
  /// in bytes. Entries of other arguments are 0. The pointer is null if `ends` is null.
  const unsigned *pieceBytes = nullptr;
};

/// Request for a tensor map, which tensor loads (asynchronous copies of boxes of cells to shared
/// memory) need. It describes the buffer in memory and the box that one load copies.
struct TensorRequest {
  void *map;          // the TensorMap to fill in
  const void *base;   // address of plane `firstPlane`
  unsigned cellBytes; // 1, 2, 4 or 8
  int rank;           // number of axes of the box
  Int64 pitches[3];   // bytes; the first is cellBytes
  int extents[3];     // cells
  int box[3];         // cells that one load copies
  int firstPlane;     // plane of the grid at which the map begins
};

} // namespace stencilc::inline STENCILC_SPACE
