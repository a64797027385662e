/// \file The resources of kernels: registers, spills, stack and shared memory, from the messages of
/// `ptxas -v`.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// The resources of one kernel on one architecture. All are per thread, except for shared memory,
/// which is per block.
struct KernelResources {
  std::string name; // mangled name
  unsigned registers = 0;
  unsigned spilledBytes = 0; // bytes stored or loaded, the larger of both
  unsigned stackBytes = 0, sharedBytes = 0;
};

/// The messages of a compiler that passed `-v` to ptxas: the resources of each kernel, and the
/// other messages.
struct KernelLog {
  std::vector<KernelResources> kernels;
  std::string messages; // all lines that are not about resources
};

/// Parses the output `text` of nvcc or NVRTC, which contains the messages of ptxas. Returns the
/// resources of each kernel. All lines that are not about resources become `messages` of the
/// result.
KernelLog readKernelLog(llvm::StringRef text);

} // namespace stencilc::driver
