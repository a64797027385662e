/// \file Kernels on a GPU: from a cubin to launches, and tensor maps for their loads.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Loads a cubin (or PTX text that ends with a 0) for the current device.
Status loadModule(const void *image, Module &module);
/// Null is allowed. Kernels of the module are gone then.
void unloadModule(Module module);
/// `name` as the cubin has it: mangled, unless the kernel is extern "C".
Status findKernel(Module module, const std::string &name, Function &kernel);
/// Registers and so on of a kernel, as it was compiled.
Status attribute(Function kernel, FunctionAttribute which, int &value);

/// A launch; its shape has been checked against what devices allow.
struct Launch {
  const char *name; // for messages
  Function kernel;
  void *const *arguments; // the address of each, in the kernel's types
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  unsigned cluster[3] = {1, 1, 1}; // blocks that share their shared memory (sm_90)
  std::size_t sharedBytes = 0;     // per block
  /// Blocks may start as soon as every block of the kernel launched before has called
  /// letNextStart(), without waiting for what it writes. Before sm_90 they wait.
  bool besideLast = false;
  /// Blocks have pairs of multiprocessors for themselves (LaunchShape::inPairs).
  bool inPairs = false;
};

/// Allows a kernel the shared memory of a launch, which stays so; those that need no more than 48
/// KiB may be launched without.
Status allowShared(const Launch &launch);

/// Enqueues a kernel. The arguments are read before this returns.
Status launch(Stream stream, const Launch &launch);

/// A buffer as tensor loads see it; it has been checked against what the driver allows.
struct Tensor {
  const void *base;
  unsigned cellBytes;      // 1, 2, 4 or 8
  int rank;                // 1 to 3
  std::int64_t extents[3]; // cells. What a map spans must be there: an H200 refused loads of mapped
                           // planes through a map that spans others as well.
  std::int64_t pitches[3]; // bytes from cell to cell along each axis; the first is cellBytes
  int box[3];              // cells that a load brings
};

/// Sets the 128 bytes at `map`, on a boundary of 64 bytes at least.
Status encodeTensorMap(void *map, const Tensor &tensor);

} // namespace stencilc::inline STENCILC_SPACE::cuda
