/// \file CUDA contexts of several GPUs in one process. They are the primary contexts, which CUDA's
/// runtime uses as well.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Sets `count` to the number of GPUs that the CUDA driver reports.
Status countDevices(int &count);
/// Sets `context` to the primary context of GPU `number`. It is retained at the first call and
/// never released.
Status primaryContext(int number, Context &context);
/// Makes the primary context of GPU `number` the calling thread's current one.
Status useDevice(int number);

/// Guard whose constructor makes the primary context of GPU `number` current in the calling thread.
/// The destructor makes the previous context current again.
class ContextGuard {
public:
  explicit ContextGuard(int number);
  ContextGuard(const ContextGuard &) = delete;
  ContextGuard &operator=(const ContextGuard &) = delete;
  ~ContextGuard();

  /// Returns success, or the error if the context could not be made current.
  const Status &status() const { return entered; }

private:
  Context before = nullptr;
  bool isChanged = false;
  Status entered;
};

/// Lets copies and kernels of the current context access the memory of GPU `other`. `number` is the
/// current GPU. `isDirect` is false if peer access is impossible: copies then go through the host,
/// and kernels have no access.
Status openPeer(int number, int other, bool &isDirect);

} // namespace stencilc::inline STENCILC_SPACE::cuda
