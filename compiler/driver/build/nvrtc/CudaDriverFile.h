/// \file The file name of NVIDIA's CUDA driver library.
#pragma once

#include "llvm/Support/Process.h"
#include <string>

namespace stencilc::driver {

/// Returns the library that the runtime opens as the CUDA driver: the file in STENCILC_CUDA_DRIVER,
/// or libcuda.so.1. Empty if the variable is empty, which turns the driver off.
inline std::string cudaDriverFile() {
  return llvm::sys::Process::GetEnv("STENCILC_CUDA_DRIVER").value_or("libcuda.so.1");
}

} // namespace stencilc::driver
