/// \file Numbers that stand for planes of cells, made of those that were read.
#pragma once

#include <cstdint>

namespace stencilc {

using Number = std::uint64_t;
constexpr Number kNothing = ~Number{0}; // what nobody may read

inline Number mix(Number a, Number b) {
  Number h = (a ^ (b + 0x9e3779b97f4a7c15U + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdU;
  return h ^ (h >> 33);
}

} // namespace stencilc
