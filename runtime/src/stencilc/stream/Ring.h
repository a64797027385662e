/// \file Layout of planes in ring buffers in device memory, in which new planes overwrite old ones.
/// The same memory is visible at two consecutive ranges of addresses. Therefore consecutive planes
/// are contiguous everywhere.
///
/// Kernels need no wrap-around of addresses. On a GPU, a launch sees values that earlier launches
/// wrote through the second range (CUDA Programming Guide, "Virtual Aliasing Support").
/// Device::allocateRing() allocates ring buffers.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Layout.h"
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

/// Bytes from one plane to the next in a ring buffer, and a number of planes. It is the smallest
/// whose size is a multiple of the unit in which devices allocate ring buffers.
struct RingPitch {
  std::uint64_t bytes = 0;
  int planes = 1;
};
/// Returns the distance in bytes for planes of `planeBytes` bytes. `unit` is the unit in which ring
/// buffers are allocated, in bytes. Planes are padded by up to 2% if ring buffers can then have
/// more different sizes.
inline RingPitch ringPitch(std::uint64_t planeBytes, std::uint64_t unit) {
  for (std::uint64_t step = unit; step >= kRowAlignment; step /= 2) {
    const std::uint64_t padded = (planeBytes + step - 1) / step * step;
    if (padded - planeBytes <= planeBytes / 50 && unit % step == 0)
      return {padded, static_cast<int>(unit / std::gcd(unit, padded))};
  }
  return {planeBytes, static_cast<int>(unit / std::gcd(unit, planeBytes))};
}

} // namespace stencilc::inline STENCILC_SPACE
