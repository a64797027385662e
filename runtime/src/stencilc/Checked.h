/// \file Sums and products of sizes that notice when 64 bits do not hold them.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// The product of all factors, or nothing if it passes 2^64 - 1. A zero factor gives zero only if
/// the product of the factors before it fits.
std::optional<std::uint64_t> checkedProduct(std::initializer_list<std::uint64_t> factors);

/// The sum of all terms, or nothing if it passes 2^64 - 1.
std::optional<std::uint64_t> checkedSum(std::initializer_list<std::uint64_t> terms);

/// `value` rounded up to a multiple of `unit` > 0, or nothing if that passes 2^64 - 1.
std::optional<std::uint64_t> checkedRoundUp(std::uint64_t value, std::uint64_t unit);

} // namespace stencilc::inline STENCILC_SPACE
