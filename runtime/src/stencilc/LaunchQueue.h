/// \file Where the launches of steps go on their way to the device.
#pragma once

#include "stencilc/Device.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues them in the order in which it gets them, at once or later.
class LaunchQueue {
public:
  virtual ~LaunchQueue() = default;
  /// A step begins, the first of `left` in a row whose launches come here.
  virtual void beginStep(std::int64_t left) { (void)left; }
  /// `launch` has been resolved; its arguments are read before this returns.
  virtual Status take(const KernelLaunch &launch, Stream stream) = 0;
  /// Enqueues what is kept. Whoever enqueues anything else there, or waits, asks for this before.
  virtual Status flush() = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
