/// \file When parts of a domain exchange planes.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// After: behind the last launch of a group. Ends: beside it, behind launches of its ends. Ordered:
/// beside it, as soon as it has counted that its ends are done, which come first (EndsFirst.h).
enum class SlabExchange : std::uint8_t { After, Ends, Ordered };

/// As --schedule=slabs:exchange= spells it.
constexpr const char *spelt(SlabExchange exchange) {
  return exchange == SlabExchange::After  ? "after"
         : exchange == SlabExchange::Ends ? "ends"
                                          : "ordered";
}

} // namespace stencilc::inline STENCILC_SPACE
