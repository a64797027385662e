/// \file Kernel launches that are collected and enqueued together. Timings then do not include the
/// time that the host needs between launches.
#pragma once

#include "runtime/core/device/LaunchQueue.h"
#include "runtime/core/device/RecordedLaunch.h"

namespace stencilc::inline STENCILC_SPACE {

/// Queue that collects kernel launches and enqueues them as one recording (a CUDA graph).
class GatheredLaunches final : public LaunchQueue {
public:
  /// Creates an empty queue of launches for `device`. `start` is called once, before the first
  /// launch is enqueued.
  GatheredLaunches(Device &device, std::function<Status()> start)
      : device(device), start(std::move(start)) {}

  Status take(const KernelLaunch &launch, Stream to) override;
  /// Enqueues the collected launches one by one, and later launches immediately. The caller calls
  /// flush() before other work that must come between the launches.
  Status flush() override;
  /// Enqueues all collected launches as one recording (a CUDA graph). It is called after the last
  /// launch. Devices that cannot record get the launches one by one.
  Status finish();

private:
  Status begin();
  Status enqueue(Stream to) const;

  Device &device;
  std::function<Status()> start;
  bool hasBegun = false;
  Stream stream = nullptr;
  std::vector<RecordedLaunch> gathered;
};

} // namespace stencilc::inline STENCILC_SPACE
