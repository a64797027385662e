/// \file Work of the host spread over its threads.
#pragma once

#include "stencilc/Team.h"

namespace stencilc::inline STENCILC_SPACE {

/// Calls body(i) for 0 <= i < count, each once, in contiguous parts of equal size.
template <class Body> void parallelFor(std::int64_t count, const Body &body) {
  shareLoop(
      count, 0,
      [](const void *it, std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
          (*static_cast<const Body *>(it))(i);
      },
      &body);
}

} // namespace stencilc::inline STENCILC_SPACE
