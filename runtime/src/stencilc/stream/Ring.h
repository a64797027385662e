/// \file Layout of planes in ring buffers in device memory. The same memory is visible at two
/// consecutive ranges of addresses, so that any window of planes is contiguous.
///
/// Kernels therefore need no wrap-around of addresses. On a GPU, a launch sees what earlier
/// launches wrote through the other range (CUDA Programming Guide, "Virtual Aliasing Support").
/// Devices allocate ring buffers (Device::allocateRing).
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Layout.h"
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

/// Distance of planes in a ring buffer, in bytes, and the smallest number of planes whose size is a
/// multiple of the unit of ring sizes.
struct RingPitch {
  std::uint64_t bytes = 0;
  int planes = 1;
};
/// Returns the distance of planes of `planeBytes` bytes. They are padded by up to 2% if ring
/// buffers can then have more sizes.
inline RingPitch ringPitch(std::uint64_t planeBytes, std::uint64_t unit) {
  for (std::uint64_t step = unit; step >= kRowAlignment; step /= 2) {
    const std::uint64_t padded = (planeBytes + step - 1) / step * step;
    if (padded - planeBytes <= planeBytes / 50 && unit % step == 0)
      return {padded, static_cast<int>(unit / std::gcd(unit, padded))};
  }
  return {planeBytes, static_cast<int>(unit / std::gcd(unit, planeBytes))};
}

} // namespace stencilc::inline STENCILC_SPACE
