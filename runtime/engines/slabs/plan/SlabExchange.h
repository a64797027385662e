/// \file Kinds of exchange of planes between the parts of a divided domain: after a launch, or
/// parallel to it.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Time at which the parts of a domain (slabs of devices) exchange planes. After: after the last
/// launch of a group. Ends: during that launch, after separate launches on the ends of the slab.
/// Ordered: during that launch, which computes the ends of the slab first and signals this
/// (BoundaryFirst.h).
enum class SlabExchange : std::uint8_t { After, Ends, Ordered };

/// Returns the spelling of the kind of exchange in the option --schedule=slabs:exchange=.
constexpr const char *spelt(SlabExchange exchange) {
  return exchange == SlabExchange::After  ? "after"
         : exchange == SlabExchange::Ends ? "ends"
                                          : "ordered";
}

} // namespace stencilc::inline STENCILC_SPACE
