/// \file Launches that are enqueued as one, so that their time is that of the device.
#pragma once

#include "stencilc/KeptLaunch.h"
#include "stencilc/LaunchQueue.h"

namespace stencilc::inline STENCILC_SPACE {

class GatheredLaunches final : public LaunchQueue {
public:
  /// `start` is called once, before the first of them is enqueued.
  GatheredLaunches(Device &device, std::function<Status()> start)
      : device(device), start(std::move(start)) {}

  Status take(const KernelLaunch &launch, Stream to) override;
  /// What was gathered goes one by one, and what comes later as well: something else is enqueued
  /// between.
  Status flush() override;
  /// After the last launch.
  Status finish();

private:
  Status begin();
  Status enqueue(Stream to) const;

  Device &device;
  std::function<Status()> start;
  bool hasBegun = false;
  Stream stream = nullptr;
  std::vector<KeptLaunch> gathered;
};

} // namespace stencilc::inline STENCILC_SPACE
