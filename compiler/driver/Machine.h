/// \file The GPUs of this machine, their driver, and the type of its processor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The state of the CUDA driver of this machine.
struct CudaDriverState {
  bool isThere = false;             // libcuda.so.1 was found
  std::string problem;              // why it cannot be used; empty if it can
  int version = 0;                  // newest CUDA version it supports; 13020 is CUDA 13.2
  std::vector<std::string> devices; // names of the GPUs
};
/// Loads the CUDA driver and returns its state.
CudaDriverState cudaDriverState();

/// Returns the number of CUDA devices that the driver reports; 0 without a driver.
int cudaDeviceCount();
/// Returns the newest GPU architecture known to the planner that the first CUDA device can run,
/// such as "sm_90". Empty without a device, or if the device is older than all of them.
std::string nativeCudaArch();
/// Returns the name of the first CUDA device, such as "NVIDIA H200"; empty without one.
std::string cudaDeviceName();
/// Returns the memory of the first CUDA device in bytes; 0 without one.
std::uint64_t cudaDeviceMemory();
/// Returns a description of the CPU with the number of threads: "8 threads of AMD EPYC". With
/// `threads` 0 it counts all hardware threads.
std::string cpuDeviceName(int threads);
/// Returns the x86-64 level of this processor for --arch: "x86-64-v3" if it has AVX2 and FMA, else
/// "x86-64-v2".
std::string nativeCpuArch();

} // namespace stencilc::driver
