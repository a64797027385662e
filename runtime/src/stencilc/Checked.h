/// \file Sums and products of sizes that notice when 64 bits do not hold them.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace stencilc::inline STENCILC_SPACE {

/// The product of all factors, or nothing if it passes 2^64 - 1. A zero factor gives zero only if
/// the product of the factors before it fits.
inline std::optional<std::uint64_t> checkedProduct(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint64_t factor : factors)
    if (__builtin_mul_overflow(product, factor, &product))
      return std::nullopt;
  return product;
}

/// The sum of all terms, or nothing if it passes 2^64 - 1.
inline std::optional<std::uint64_t> checkedSum(std::initializer_list<std::uint64_t> terms) {
  std::uint64_t sum = 0;
  for (const std::uint64_t term : terms)
    if (__builtin_add_overflow(sum, term, &sum))
      return std::nullopt;
  return sum;
}

/// `value` rounded up to a multiple of `unit` > 0, or nothing if that passes 2^64 - 1.
inline std::optional<std::uint64_t> checkedRoundUp(std::uint64_t value, std::uint64_t unit) {
  const std::uint64_t rest = value % unit;
  return rest == 0 ? std::optional(value) : checkedSum({value, unit - rest});
}

} // namespace stencilc::inline STENCILC_SPACE
