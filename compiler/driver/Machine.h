/// \file What this machine can run: GPUs and their architecture, the level of the processor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The driver of CUDA devices, opened and asked.
struct CudaDriverState {
  bool isThere = false;             // libcuda.so.1 was found
  std::string problem;              // why it cannot be used, if so
  int version = 0;                  // 13020 is CUDA 13.2, the newest it runs
  std::vector<std::string> devices; // names
};
CudaDriverState cudaDriverState();

/// Number of CUDA devices the driver of this machine reports; 0 without a driver.
int cudaDeviceCount();
/// The newest architecture known to the planner that the first device runs ("sm_90"); empty without
/// a device, or with one older than all of them.
std::string nativeCudaArch();
/// Name of the first CUDA device ("NVIDIA H200"); empty without one.
std::string cudaDeviceName();
/// Memory of the first CUDA device in bytes; 0 without one.
std::uint64_t cudaDeviceMemory();
/// What programs for the CPU say they ran on: "8 threads of AMD EPYC". `threads` 0: all there are.
std::string cpuDeviceName(int threads);
/// "x86-64-v3" where this processor has it, else "x86-64-v2".
std::string nativeCpuArch();

} // namespace stencilc::driver
