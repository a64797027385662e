/// \file An interval at which something is done during a run, in time steps or in time.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// An interval in time steps or in seconds. At most one of both is above 0; if none is, the meaning
/// is "never".
struct Every {
  std::int64_t steps = 0;
  double seconds = 0;
};

/// Parses an interval: "100" and "100steps" are time steps, "30s", "10min" and "2h" are times.
/// Returns false if `text` has another form or is not above 0.
bool parseEvery(std::string_view text, Every &every);

} // namespace stencilc::inline STENCILC_SPACE
