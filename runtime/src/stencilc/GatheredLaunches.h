/// \file Kernel launches that are collected and enqueued together, so that host time between them
/// does not count in measurements.
#pragma once

#include "stencilc/LaunchQueue.h"
#include "stencilc/RecordedLaunch.h"

namespace stencilc::inline STENCILC_SPACE {

/// A queue that collects kernel launches and enqueues them as one recording (a CUDA graph).
class GatheredLaunches final : public LaunchQueue {
public:
  /// Collects launches for `device`. `start` is called once, before the first launch is enqueued.
  GatheredLaunches(Device &device, std::function<Status()> start)
      : device(device), start(std::move(start)) {}

  Status take(const KernelLaunch &launch, Stream to) override;
  /// Enqueues the collected launches one by one, and all later ones at once. It is called before
  /// other work is enqueued between them.
  Status flush() override;
  /// Enqueues the collected launches as one recording (a CUDA graph), after the last one. Devices
  /// that cannot record get them one by one.
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
