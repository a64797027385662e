/// \file Loops whose iterations are shared by the threads of the host.
#pragma once

#include "runtime/core/device/Team.h"

namespace stencilc::inline STENCILC_SPACE {

/// Divides the range [0, count) into contiguous parts of nearly equal size, and calls body(begin,
/// end) for each part, in parallel. Uses at most `most` host threads, or all if `most` is 0.
template <class Body> void parallelParts(std::int64_t count, int most, const Body &body) {
  shareLoop(
      count, most,
      [](const void *it, std::int64_t begin, std::int64_t end) {
        (*static_cast<const Body *>(it))(begin, end);
      },
      &body);
}

/// Calls body(i) once for each `i` in [0, count), in parallel. Each host thread gets a contiguous
/// range of nearly equal size.
template <class Body> void parallelFor(std::int64_t count, const Body &body) {
  parallelParts(count, 0, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      body(i);
  });
}

} // namespace stencilc::inline STENCILC_SPACE
