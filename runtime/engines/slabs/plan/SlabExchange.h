/// \file Kinds of exchange of planes between the parts of a divided domain: after a launch, or
/// parallel to it.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Time at which slabs (planes of one device each) exchange planes with their neighbours. After:
/// after the last of the launches between two exchanges. Ends: separate launches compute the ends
/// of a slab, then the exchange overlaps with the launch on its other planes. Ordered: one launch
/// computes the ends before its other planes and signals this, and the exchange overlaps with the
/// other planes.
enum class SlabExchange : std::uint8_t { After, Ends, Ordered };

/// Returns the spelling of the kind of exchange in the option --schedule=slabs:exchange=.
constexpr const char *spelt(SlabExchange exchange) {
  return exchange == SlabExchange::After  ? "after"
         : exchange == SlabExchange::Ends ? "ends"
                                          : "ordered";
}

} // namespace stencilc::inline STENCILC_SPACE
