/// \file What the driver calls the kernels that a simulation launches, asked for once each.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/Status.h"
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Belongs to one simulation: while that lives, so do its text and the context that has its memory,
/// of which the handles are. As one simulation, it is for one thread at a time.
class KernelHandles {
public:
  /// Sets `launch.kernel` to what the driver calls it.
  Status resolve(KernelLaunch &launch) {
    if (!launch.handle)
      return {};
    for (const auto &[kernel, handle] : known)
      if (kernel == launch.kernel) {
        launch.kernel = handle;
        return {};
      }
    const char *problem = nullptr;
    const void *const handle = launch.handle(launch.kernel, problem);
    if (problem)
      return Status::invalid(problem);
    known.emplace_back(launch.kernel, handle);
    launch.kernel = handle;
    return {};
  }

private:
  std::vector<std::pair<const void *, const void *>> known; // as many as a program has kernels
};

} // namespace stencilc::inline STENCILC_SPACE
