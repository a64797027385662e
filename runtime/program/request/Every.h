/// \file Interval between events of a run, such as checkpoints, in time steps or in time.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

/// Interval in time steps or in seconds. At most one of the two numbers is above 0. If both are 0,
/// the event never happens.
struct Every {
  std::int64_t steps = 0;
  double seconds = 0;

  bool operator==(const Every &) const = default;
};

/// Parses an interval into `every`: "100" and "100steps" are time steps, "30s", "10min" and "2h"
/// are times. Returns false if `text` has another form or is not above 0.
bool parseEvery(std::string_view text, Every &every);

} // namespace stencilc::inline STENCILC_SPACE
