/// \file Work of the host spread over its threads.
#pragma once

#include "stencilc/Team.h"

namespace stencilc::inline STENCILC_SPACE {

/// Calls body(begin, end) for contiguous parts of equal size that together are [0, count), by no
/// more than `most` threads (0: any number).
template <class Body> void parallelParts(std::int64_t count, int most, const Body &body) {
  shareLoop(
      count, most,
      [](const void *it, std::int64_t begin, std::int64_t end) {
        (*static_cast<const Body *>(it))(begin, end);
      },
      &body);
}

/// Calls body(i) for 0 <= i < count, each once, in contiguous parts of equal size.
template <class Body> void parallelFor(std::int64_t count, const Body &body) {
  parallelParts(count, 0, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      body(i);
  });
}

} // namespace stencilc::inline STENCILC_SPACE
