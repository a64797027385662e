/// \file Modules and kernels of a GPU, from a cubin to launches, and tensor maps for tensor loads.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Loads `image`, a cubin or null-terminated PTX text, into the current context.
Status loadModule(const void *image, Module &module);
/// Unloads a module, after which its kernels must not be used. Null is allowed.
void unloadModule(Module module);
/// Sets `kernel` to the kernel called `name` of a module. The name is mangled unless the kernel is
/// extern "C".
Status findKernel(Module module, const std::string &name, Function &kernel);
/// Sets `value` to attribute `which` of a compiled kernel, for example its number of registers.
Status attribute(Function kernel, FunctionAttribute which, int &value);

/// Parameters of a kernel launch. The caller has checked the numbers of blocks and threads against
/// the limits of the device.
struct Launch {
  const char *name; // for messages
  Function kernel;
  void *const *arguments; // address of each argument, in the kernel's types
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  unsigned cluster[3] = {1, 1, 1}; // blocks with access to each other's shared memory (sm_90)
  std::size_t sharedBytes = 0;     // dynamic shared memory per block
  /// If true, blocks may start before the previous kernel in the stream has ended: as soon as all
  /// its blocks have called letNextStart() (programmatic dependent launch). They may start before
  /// its results are visible. Before sm_90 this member has no effect.
  bool isDependent = false;
  /// If true, a pair of multiprocessors that runs blocks of this launch runs no other kernel at the
  /// same time, because both share an instruction cache. Has no effect before sm_90, or if
  /// `grid[0]` is odd.
  bool inPairs = false;
  /// If true, all blocks run at the same time. The launch fails if they do not fit on the device.
  bool isCooperative = false;
};

/// Allows all later launches of a kernel to use as much dynamic shared memory as `launch` does.
/// Launches with at most 48 KiB do not need it. Fails if the device has less shared memory.
Status allowShared(const Launch &launch);

/// Enqueues a kernel launch in `stream`. The values of the arguments are copied during this call.
Status launch(Stream stream, const Launch &launch);

/// Buffer in memory from which tensor loads copy boxes of cells. The caller has checked the members
/// against the limits of the driver.
struct Tensor {
  const void *base;
  unsigned cellBytes; // 1, 2, 4 or 8
  int rank;           // 1 to 3
  /// Extents in cells. All of this memory must be mapped, even cells that are never loaded.
  std::int64_t extents[3];
  std::int64_t pitches[3]; // bytes from cell to cell along each axis; the first is cellBytes
  int box[3];              // cells per load along each axis
};

/// Encodes a tensor map (CUtensorMap) into the 128 bytes at `map`, which must be aligned to at
/// least 64 bytes.
Status encodeTensorMap(void *map, const Tensor &tensor);

} // namespace stencilc::inline STENCILC_SPACE::cuda
