/// \file The contexts of several GPUs in one process: their primary ones, which CUDA's runtime uses
/// as well.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// How many GPUs there are.
Status countDevices(int &count);
/// The primary context of a GPU, which lives as long as the process once it was asked for.
Status primaryContext(int number, Context &context);
/// Makes it the calling thread's current one.
Status useDevice(int number);

/// While this lives, the calling thread's current context is that of a GPU.
class ContextGuard {
public:
  explicit ContextGuard(int number);
  ContextGuard(const ContextGuard &) = delete;
  ContextGuard &operator=(const ContextGuard &) = delete;
  ~ContextGuard();

  /// Why it is not, if so.
  const Status &status() const { return entered; }

private:
  Context before = nullptr;
  bool isChanged = false;
  Status entered;
};

/// Lets copies and kernels of the current context reach the memory of another GPU; `isDirect` is
/// false where copies have to go through the host, and kernels cannot.
Status openPeer(int number, int other, bool &isDirect);

} // namespace stencilc::inline STENCILC_SPACE::cuda
