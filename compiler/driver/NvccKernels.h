/// \file Kernels that use all registers, compiled again by nvcc.
///
/// nvcc and NVRTC of one release generate different code, because NVRTC treats addresses of shared
/// memory as 64 bits wide. Usually that costs nothing. In kernels that need all registers it cost
/// up to 12% of the rate, and never gained more than 1.4%
/// (bench/log/2026-11-23-the-cut-on-a-gpu.md).
#pragma once

#include "driver/KernelLog.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Returns whether any kernel has stack memory, for spilled registers or an array, or uses at least
/// 250 of the 255 registers of a thread.
bool fillsRegisters(const KernelLog &log);

/// GPU kernels that nvcc has compiled.
struct NvccKernels {
  std::string cubin; // bytes
  std::string log;   // messages of nvcc, for readKernelLog()
  std::string by;    // compiler and version: "nvcc 13.0"
};
/// Compiles the kernels of `request` with nvcc, under the same names as with NVRTC. Returns
/// `nullopt`, without a message, if nvcc is missing, fails, or is newer than the driver.
std::optional<NvccKernels> kernelsByNvcc(const BuildRequest &request);

} // namespace stencilc::driver
