/// \file Memory in which the planes of a buffer go round: the same bytes at two neighbouring places
/// of the address space, so that any window of planes is in one piece.
///
/// Kernels then need no wrap of their own. On a GPU (CUDA Programming Guide, "Virtual Aliasing
/// Support") what one launch writes at one address, the next one sees at the other. Devices make
/// rings (Device::allocateRing); here is how planes lie in them.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Layout.h"
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

/// How far apart planes lie in a ring, and how many of them make a multiple of the ring's unit.
struct RingPitch {
  std::uint64_t bytes = 0;
  int planes = 1;
};
/// Planes of `planeBytes`: padded by up to 2% where that lets rings have more sizes.
inline RingPitch ringPitch(std::uint64_t planeBytes, std::uint64_t unit) {
  for (std::uint64_t step = unit; step >= kRowAlignment; step /= 2) {
    const std::uint64_t padded = (planeBytes + step - 1) / step * step;
    if (padded - planeBytes <= planeBytes / 50 && unit % step == 0)
      return {padded, static_cast<int>(unit / std::gcd(unit, padded))};
  }
  return {planeBytes, static_cast<int>(unit / std::gcd(unit, planeBytes))};
}

} // namespace stencilc::inline STENCILC_SPACE
