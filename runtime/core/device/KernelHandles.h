/// \file Cache of the driver's handles of kernels, and of the shared memory sizes for which kernels
/// are prepared.
#pragma once

#include "runtime/core/device/Device.h"
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Cache of the driver's handles for the kernels of one simulation. Handles stay valid while the
/// simulation exists. One thread at a time may use the cache.
class KernelHandles {
public:
  /// Replaces `launch.kernel` by the driver's handle of that kernel. Allows the kernel more shared
  /// memory on `device` if this launch needs more than earlier launches of it.
  Status resolve(KernelLaunch &launch, Device &device) {
    Known *kernel = find(launch);
    if (!kernel) {
      const void *handle = nullptr;
      if (Status status = findHandle(launch, device, handle); !status)
        return status;
      kernel = &known.emplace_back(Known{launch.kernel, launch.handle, handle, 0});
    }
    launch.kernel = kernel->handle;
    if (launch.sharedBytes <= kernel->sharedBytes)
      return {};
    Status status = device.prepare(launch);
    if (status)
      kernel->sharedBytes = launch.sharedBytes;
    return status;
  }

private:
  struct Known {
    const void *kernel;
    KernelHandle finder;
    const void *handle;
    std::size_t sharedBytes; // most bytes it is prepared for
  };

  static Status findHandle(const KernelLaunch &launch, Device &device, const void *&handle) {
    if (!launch.handle)
      return device.kernelHere(launch.kernel, handle);
    return device.whileCurrent([&] {
      const char *problem = nullptr;
      handle = launch.handle(launch.kernel, problem);
      return problem ? Status::invalid(problem) : Status();
    });
  }

  Known *find(const KernelLaunch &launch) {
    for (Known &each : known)
      if (each.kernel == launch.kernel && each.finder == launch.handle)
        return &each;
    return nullptr;
  }

  std::vector<Known> known; // at most one for each kernel
};

} // namespace stencilc::inline STENCILC_SPACE
