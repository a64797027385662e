/// \file Arithmetic on sizes that detects overflow of 64 bits.
#include "runtime/core/fields/Checked.h"

namespace stencilc::inline STENCILC_SPACE {

std::optional<std::uint64_t> checkedProduct(std::initializer_list<std::uint64_t> factors) {
  std::uint64_t product = 1;
  for (const std::uint64_t factor : factors)
    if (__builtin_mul_overflow(product, factor, &product))
      return std::nullopt;
  return product;
}

std::optional<std::uint64_t> checkedSum(std::initializer_list<std::uint64_t> terms) {
  std::uint64_t sum = 0;
  for (const std::uint64_t term : terms)
    if (__builtin_add_overflow(sum, term, &sum))
      return std::nullopt;
  return sum;
}

std::optional<std::uint64_t> checkedRoundUp(std::uint64_t value, std::uint64_t unit) {
  const std::uint64_t rest = value % unit;
  return rest == 0 ? std::optional(value) : checkedSum({value, unit - rest});
}

} // namespace stencilc::inline STENCILC_SPACE
