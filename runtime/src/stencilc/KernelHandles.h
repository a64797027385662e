/// \file What is asked once of each kernel that a simulation launches: what the driver calls it,
/// and its shared memory.
#pragma once

#include "stencilc/Device.h"
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Belongs to one simulation: while that lives, so do its text and the context that has its memory,
/// of which the handles are. As one simulation, it is for one thread at a time.
class KernelHandles {
public:
  /// Sets `launch.kernel` to what the driver calls it, and prepares it for so much shared memory.
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
    std::size_t sharedBytes; // the most it has been prepared for
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

  std::vector<Known> known; // as many as a program has kernels
};

} // namespace stencilc::inline STENCILC_SPACE
