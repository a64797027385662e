/// \file Reads the machine's names, versions and limits from the driver, and the date.
#include "runtime/probe/Identity.h"
#include "runtime/core/device/cuda/DeviceFacts.h"
#include <ctime>
#include <dlfcn.h>

namespace stencilc::inline STENCILC_SPACE::probe {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char text[16] = "";
  if (gmtime_r(&now, &parts))
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

/// Returns the version of NVIDIA's driver, from its management library (NVML), which is loaded for
/// this call. Returns "" if the library cannot be loaded or fails.
static std::string driverVersion() {
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

static Status identifyGpu(Gpu &gpu) {
  using cuda::DeviceAttribute;
  device::Info info;
  int version = 0;
  Status status = cuda::query(info);
  if (status)
    status = cuda::arch(gpu.arch);
  if (status)
    status = cuda::driverVersion(version);
  const auto ask = [&](DeviceAttribute which) {
    int value = 0;
    if (status)
      status = cuda::attribute(which, value);
    return value;
  };
  gpu.name = info.name;
  gpu.multiprocessors = info.multiprocessors;
  gpu.clockMHz = 1e-3 * ask(DeviceAttribute::ClockRate);
  gpu.memoryClockMHz = 1e-3 * ask(DeviceAttribute::MemoryClockRate);
  gpu.memoryBusBits = ask(DeviceAttribute::MemoryBusBits);
  gpu.memoryBytes = info.totalBytes;
  gpu.l2Bytes = static_cast<std::uint64_t>(ask(DeviceAttribute::L2Bytes));
  // DDR memory transfers two words per clock and pin.
  gpu.memoryPeak = 1e-3 * 2 * gpu.memoryClockMHz * gpu.memoryBusBits / 8;
  gpu.limits = {ask(DeviceAttribute::MaxThreadsPerBlock),
                ask(DeviceAttribute::MaxThreadsPerMultiprocessor),
                ask(DeviceAttribute::MaxBlocksPerMultiprocessor),
                ask(DeviceAttribute::MaxRegistersPerMultiprocessor),
                255, // on every GPU from sm_35 on; there is no attribute for it
                ask(DeviceAttribute::MaxSharedPerBlock),
                ask(DeviceAttribute::MaxSharedPerMultiprocessor),
                {ask(DeviceAttribute::MaxGridX), ask(DeviceAttribute::MaxGridY),
                 ask(DeviceAttribute::MaxGridZ)}};
  gpu.driver = driverVersion();
  gpu.cuda = format("%d.%d", version / 1000, version % 1000 / 10);
  return status;
}

/// Fills `gpu` with data of the CPU device (an emulated GPU), to test the probe without a GPU. The
/// limits are those of sm_90.
static Status identifyEmulated(Device &device, Gpu &gpu) {
  device::Info info;
  Status status = device.query(info);
  gpu.name = "CPU device";
  gpu.arch = "sm_90";
  gpu.multiprocessors = 2;
  gpu.clockMHz = 1000;
  gpu.limits = {1024,      2048,
                32,        65536,
                255,       static_cast<int>(info.sharedBytesPerBlock),
                228 << 10, {2147483647, 65535, 65535}};
  return status;
}

Status identify(Device &device, Gpu &gpu) {
  return device.isGpu() ? identifyGpu(gpu) : identifyEmulated(device, gpu);
}

} // namespace stencilc::inline STENCILC_SPACE::probe
