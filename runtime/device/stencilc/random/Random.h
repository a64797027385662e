/// \file Random numbers that depend only on the seed and the cell.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns a number in [0, 1) for the cell with index `linear` = x + nx * (y + ny * z). Uses output
/// number linear + 1 of splitmix64 seeded with `seed` (Steele, Lea, Flood: Fast splittable
/// pseudorandom number generators, 2014), with its top 53 bits as a fraction. The interpreter
/// computes the same bits.
STENCILC_HD double random01(UInt64 seed, UInt64 linear) {
  UInt64 key = seed + 0x9E3779B97F4A7C15u * (linear + 1);
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  key ^= key >> 31;
  return static_cast<double>(key >> 11) * 0x1.0p-53;
}

} // namespace stencilc::inline STENCILC_SPACE
