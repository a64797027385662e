/// \file What ptxas says of kernels where it is asked to: registers, spills, stack, shared memory.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::driver {

/// What one kernel takes on one architecture; bytes of a thread, those of shared memory of a block.
struct KernelResources {
  std::string name; // as the device has it
  unsigned registers = 0;
  unsigned spilledBytes = 0; // stored or loaded, whichever is more
  unsigned stackBytes = 0, sharedBytes = 0;
};

/// What a compiler that was given ptxas' -v has said.
struct KernelLog {
  std::vector<KernelResources> kernels;
  std::string messages; // all else
};

KernelLog readKernelLog(llvm::StringRef text);

} // namespace stencilc::driver
