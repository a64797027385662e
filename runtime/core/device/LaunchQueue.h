/// \file Interface of queues through which kernel launches pass to the device.
#pragma once

#include "runtime/core/device/Device.h"

namespace stencilc::inline STENCILC_SPACE {

/// Queue that passes kernel launches to the device in their order, immediately or later.
class LaunchQueue {
public:
  virtual ~LaunchQueue() = default;
  /// Tells the queue that the launches of a time step follow. This step is the first of `left`
  /// consecutive steps whose launches come to this queue.
  virtual void beginStep(std::int64_t left) { (void)left; }
  /// Enqueues `launch` on `stream`, immediately or later. `launch.kernel` must be the driver's
  /// handle of the kernel, not the pointer that emitted code uses. The arguments of the kernel are
  /// copied before the function returns.
  virtual Status take(const KernelLaunch &launch, Stream stream) = 0;
  /// Enqueues all launches that the queue holds back. It must be called before other work is
  /// enqueued or waited for.
  virtual Status flush() = 0;
};

/// Interface of an object that joins several launches of one kernel, each on a range of planes,
/// into one launch on all these planes.
class LaunchJoiner {
public:
  virtual ~LaunchJoiner() = default;
  /// Stores a launch on one range of planes and sets `isWhole` to false. For the last range,
  /// changes `launch` to one launch on all ranges and sets `isWhole` to true. The caller then must
  /// enqueue `launch`. Fails if the ranges have launched different kernels.
  virtual Status take(KernelLaunch &launch, bool &isWhole) = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
