/// \file Who the machine is: names, versions, limits, the date; nothing measured.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/probe/Record.h"
#include <ctime>
#include <dlfcn.h>

namespace stencilc::inline STENCILC_SPACE::probe {

/// Today in UTC, "2026-11-21".
inline std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char text[16] = "";
  if (gmtime_r(&now, &parts))
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

#if STENCILC_WORLD_CUDA
/// Version of the driver from NVIDIA's management library, which is loaded for it (see Energy.h);
/// empty if it does not answer.
inline std::string driverVersion() {
  void *const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return "";
  const auto find = [&](const char *name) { return dlsym(library, name); };
  const auto start = reinterpret_cast<int (*)()>(find("nvmlInit_v2"));
  const auto end = reinterpret_cast<int (*)()>(find("nvmlShutdown"));
  const auto version =
      reinterpret_cast<int (*)(char *, unsigned)>(find("nvmlSystemGetDriverVersion"));
  char text[96] = "";
  if (start && end && version && start() == 0) {
    if (version(text, sizeof text) != 0)
      text[0] = '\0';
    end();
  }
  dlclose(library);
  return text;
}

inline Status identify(Gpu &gpu) {
  device::Info info;
  if (Status status = device::query(info); !status)
    return status;
  int device = 0, version = 0;
  cudaError_t error = cudaGetDevice(&device);
  const auto ask = [&](cudaDeviceAttr attribute) {
    int value = 0;
    if (error == cudaSuccess)
      error = cudaDeviceGetAttribute(&value, attribute, device);
    return value;
  };
  gpu.name = info.name;
  gpu.arch = "sm_" + std::to_string(10 * ask(cudaDevAttrComputeCapabilityMajor) +
                                    ask(cudaDevAttrComputeCapabilityMinor));
  gpu.multiprocessors = info.multiprocessors;
  gpu.clockMHz = 1e-3 * ask(cudaDevAttrClockRate);
  gpu.memoryClockMHz = 1e-3 * ask(cudaDevAttrMemoryClockRate);
  gpu.memoryBusBits = ask(cudaDevAttrGlobalMemoryBusWidth);
  gpu.memoryBytes = info.totalBytes;
  gpu.l2Bytes = static_cast<std::uint64_t>(ask(cudaDevAttrL2CacheSize));
  // Two words per clock and pin.
  gpu.memoryPeak = 1e-3 * 2 * gpu.memoryClockMHz * gpu.memoryBusBits / 8;
  gpu.limits = {
      ask(cudaDevAttrMaxThreadsPerBlock),
      ask(cudaDevAttrMaxThreadsPerMultiProcessor),
      ask(cudaDevAttrMaxBlocksPerMultiprocessor),
      ask(cudaDevAttrMaxRegistersPerMultiprocessor),
      255, // of every chip since sm_35; no attribute tells
      ask(cudaDevAttrMaxSharedMemoryPerBlockOptin),
      ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
      {ask(cudaDevAttrMaxGridDimX), ask(cudaDevAttrMaxGridDimY), ask(cudaDevAttrMaxGridDimZ)}};
  if (error == cudaSuccess)
    error = cudaDriverGetVersion(&version);
  gpu.driver = driverVersion();
  gpu.cuda = format("%d.%d", version / 1000, version % 1000 / 10);
  gpu.compiler =
      format("nvcc %d.%d.%d", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__, __CUDACC_VER_BUILD__);
  return device::fromCuda(error, "asking for the limits of the CUDA device");
}
#elif STENCILC_WORLD_CPU_DEVICE
/// The CPU device in place of a GPU, to try the probe itself: as much as sm_90 allows.
inline Status identify(Gpu &gpu) {
  gpu.name = "CPU device";
  gpu.arch = "sm_90";
  gpu.multiprocessors = 2;
  gpu.clockMHz = 1000;
  gpu.limits = {1024,      2048,
                32,        65536,
                255,       static_cast<int>(device::kSharedBytesPerBlock),
                228 << 10, {2147483647, 65535, 65535}};
  return {};
}
#endif

} // namespace stencilc::probe
