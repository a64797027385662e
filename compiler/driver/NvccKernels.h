/// \file Kernels that fill the registers, compiled once more by nvcc.
///
/// nvcc and NVRTC of one release give other code: NVRTC's front end takes addresses of shared
/// memory for 64 bits wide. Mostly that costs nothing. Where a kernel needs all registers it cost
/// up to 12% of the rate, and never gained more than 1.4%
/// (bench/log/2026-11-23-the-cut-on-a-gpu.md).
#pragma once

#include "driver/KernelLog.h"
#include "driver/Toolchain.h"

namespace stencilc::driver {

/// Whether a kernel has a stack, for spilled registers or an array, or takes nearly all registers
/// that a thread can have.
bool fillsRegisters(const KernelLog &log);

struct NvccKernels {
  std::string cubin; // bytes
  std::string log;   // what nvcc said, as KernelLog.h reads it
  std::string by;    // "nvcc 13.0"
};
/// Kernels of a request's text under the names that NVRTC gives them. Nothing, and no report, where
/// nvcc is missing, fails, or is newer than the driver.
std::optional<NvccKernels> kernelsByNvcc(const BuildRequest &request);

} // namespace stencilc::driver
