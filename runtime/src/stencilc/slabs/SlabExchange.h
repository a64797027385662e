/// \file When the parts of a divided domain exchange planes.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// When the parts of a domain exchange planes. After: after the last launch of a group. Ends:
/// parallel to that launch, after separate launches on the ends of the slab. Ordered: parallel to
/// that launch, which computes the ends of the slab first and signals this (BoundaryFirst.h).
enum class SlabExchange : std::uint8_t { After, Ends, Ordered };

/// Returns the name of the value in the option --schedule=slabs:exchange=.
constexpr const char *spelt(SlabExchange exchange) {
  return exchange == SlabExchange::After  ? "after"
         : exchange == SlabExchange::Ends ? "ends"
                                          : "ordered";
}

} // namespace stencilc::inline STENCILC_SPACE
