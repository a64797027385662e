/// \file Names the file of NVIDIA's CUDA driver library.
#pragma once

#include "llvm/Support/Process.h"
#include <string>

namespace stencilc::library {

/// Returns the file that the runtime opens as the CUDA driver: the value of STENCILC_CUDA_DRIVER,
/// or libcuda.so.1 if it is not set. The result is empty, and no driver is used, if the variable is
/// set and empty.
inline std::string cudaDriverFile() {
  return llvm::sys::Process::GetEnv("STENCILC_CUDA_DRIVER").value_or("libcuda.so.1");
}

} // namespace stencilc::library
