/// \file Arithmetic on sizes that detects overflow of 64 bits.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the product of all factors, or nullopt if the product exceeds 2^64 - 1. A zero factor
/// gives zero only if the product of the factors before it does not overflow.
std::optional<std::uint64_t> checkedProduct(std::initializer_list<std::uint64_t> factors);

/// Returns the sum of all terms, or nullopt if the sum exceeds 2^64 - 1.
std::optional<std::uint64_t> checkedSum(std::initializer_list<std::uint64_t> terms);

/// Returns `value` rounded up to a multiple of `unit`, which is above 0, or nullopt if the result
/// exceeds 2^64 - 1.
std::optional<std::uint64_t> checkedRoundUp(std::uint64_t value, std::uint64_t unit);

} // namespace stencilc::inline STENCILC_SPACE
