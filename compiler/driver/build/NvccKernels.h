/// \file Compiles kernels again with nvcc if they use nearly all registers.
///
/// nvcc and NVRTC of one release generate different code, because NVRTC's front end uses 64-bit
/// addresses of shared memory. For most kernels the rates are equal. Kernels that need all
/// registers lost up to 12% of their rate with NVRTC. No kernel gained more than 1.4%
/// (bench/log/first-results/2026-11-23-the-cut-on-a-gpu.md).
#pragma once

#include "driver/build/KernelLog.h"
#include "driver/build/Toolchain.h"

namespace stencilc::driver {

/// Returns whether any kernel has a stack (for spilled registers or an array) or uses 250 or more
/// of the 255 registers that a thread can have.
bool fillsRegisters(const KernelLog &log);

/// Kernels that nvcc compiled: their code, and the output of the compiler.
struct NvccKernels {
  std::string cubin; // bytes
  std::string log;   // output of nvcc, which KernelLog.h parses
  std::string by;    // compiler and version: "nvcc 13.0"
};
/// Compiles the kernels of `request` with nvcc. They have the same mangled names as with NVRTC.
/// Returns `nullopt` without a message if nvcc is missing, fails, or is newer than the driver.
std::optional<NvccKernels> kernelsByNvcc(const BuildRequest &request);

} // namespace stencilc::driver
