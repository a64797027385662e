/// \file The interface of queues through which kernel launches pass to the device.
#pragma once

#include "stencilc/Device.h"

namespace stencilc::inline STENCILC_SPACE {

/// A queue that passes kernel launches to the device in their order, at once or later.
class LaunchQueue {
public:
  virtual ~LaunchQueue() = default;
  /// Announces that the launches of a time step follow. It is the first of `left` consecutive steps
  /// whose launches come to this queue.
  virtual void beginStep(std::int64_t left) { (void)left; }
  /// Enqueues a launch, at once or later. Its kernel handle must be resolved. Its arguments are
  /// copied before take() returns.
  virtual Status take(const KernelLaunch &launch, Stream stream) = 0;
  /// Enqueues all launches that are held back. The caller must call it before it enqueues other
  /// work or waits.
  virtual Status flush() = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
