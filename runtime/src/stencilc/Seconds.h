/// \file The time that passes.
#pragma once

#include "stencilc/Version.h"
#include <ctime>

namespace stencilc::inline STENCILC_SPACE {

/// Seconds on a clock that never jumps.
inline double secondsNow() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now); // what std::chrono::steady_clock reads
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace stencilc::inline STENCILC_SPACE
