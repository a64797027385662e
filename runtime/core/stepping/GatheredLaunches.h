/// \file Kernel launches that are collected and enqueued together. Timings then do not include the
/// time that the host needs between launches.
#pragma once

#include "runtime/core/device/LaunchQueue.h"
#include "runtime/core/device/RecordedLaunch.h"

namespace stencilc::inline STENCILC_SPACE {

/// Queue that collects kernel launches and enqueues them as recordings (CUDA graphs): first those
/// before the call of beginTimed(), then the timed ones. The device computes the first ones while
/// the host enqueues the timed ones, as in a run that enqueues recording after recording.
class GatheredLaunches final : public LaunchQueue {
public:
  /// Creates an empty queue of launches for `device`. `start` is called once, before the first
  /// timed launch is enqueued.
  GatheredLaunches(Device &device, std::function<Status()> start)
      : device(device), start(std::move(start)) {}

  Status take(const KernelLaunch &launch, Stream to) override;
  /// Makes later launches the timed ones.
  Status beginTimed();
  /// Enqueues the collected launches one by one, and later launches immediately. The caller calls
  /// flush() before other work that must come between the launches.
  Status flush() override;
  /// Enqueues all collected launches as recordings (CUDA graphs). Both are made, and copied to the
  /// device, before the first one runs. It is called after the last launch. Devices that cannot
  /// record get the launches one by one.
  Status finish();

private:
  using Launches = std::vector<RecordedLaunch>;
  Status enqueue(const Launches &launches, Stream to) const;
  /// Records `launches` in `recording` and prepares it. Returns false if the device cannot.
  bool record(const Launches &launches, std::unique_ptr<Recording> &recording) const;

  Device &device;
  std::function<Status()> start;
  bool isDirect = false; // launches are enqueued immediately
  bool isTimed = false;  // beginTimed() was called
  Stream stream = nullptr;
  Launches before, timed;
};

} // namespace stencilc::inline STENCILC_SPACE
