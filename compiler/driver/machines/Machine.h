/// \file Properties of this machine: its GPUs and their architecture, its processor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::driver {

/// Result of opening the CUDA driver of this machine.
struct CudaDriverState {
  bool isThere = false;             // libcuda.so.1 was found
  std::string problem;              // why it cannot be used; empty if it can
  int version = 0;                  // newest CUDA version it supports; 13020 is CUDA 13.2
  std::vector<std::string> devices; // names of the GPUs
};
/// Loads the CUDA driver and returns whether it works, its version, and the reason of a failure.
CudaDriverState cudaDriverState();

/// Returns the number of CUDA devices of this machine, 0 without a driver.
int cudaDeviceCount();
/// Returns the newest architecture that the planner knows and the first GPU can run, such as
/// "sm_90". The result is empty if there is no GPU, or if it is too old.
std::string nativeCudaArch();
/// Returns the name of the first CUDA device, such as "NVIDIA H200". The result is empty if there
/// is none.
std::string cudaDeviceName();
/// Returns the memory of the first CUDA device in bytes, or 0 if there is none.
std::uint64_t cudaDeviceMemory();
/// Returns the name of the CPU with a number of threads, as programs print it: "8 threads of AMD
/// EPYC". If `threads` is 0, it is the number of all threads of the machine.
std::string cpuDeviceName(int threads);
/// Returns "x86-64-v3" if this processor has AVX2 and FMA, else "x86-64-v2". On processors that are
/// not x86-64 it returns "native".
std::string nativeCpuArch();

} // namespace stencilc::driver
