/// \file Which file is the driver of CUDA devices.
#pragma once

#include "llvm/Support/Process.h"
#include <string>

namespace stencilc::driver {

/// libcuda.so.1, or the file that STENCILC_CUDA_DRIVER names, as the runtime opens it; empty if
/// there shall be none.
inline std::string cudaDriverFile() {
  return llvm::sys::Process::GetEnv("STENCILC_CUDA_DRIVER").value_or("libcuda.so.1");
}

} // namespace stencilc::driver
