/// \file How often something is done during a run: after so many steps, or so much time.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// One of both is above 0, or neither: never.
struct Every {
  std::int64_t steps = 0;
  double seconds = 0;
};

/// Reads "100" or "100steps" as steps, and "30s", "10min" or "2h" as time; false if it is nothing
/// such, or not above 0.
bool parseEvery(std::string_view text, Every &every);

} // namespace stencilc::inline STENCILC_SPACE
