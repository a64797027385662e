/// \file Layout of planes in ring buffers in device memory, in which new planes overwrite old ones.
/// The same memory is visible at two consecutive ranges of addresses. Therefore consecutive planes
/// are contiguous everywhere.
///
/// Kernels need no wrap-around of addresses. On a GPU, a launch sees values that earlier launches
/// wrote through the second range (CUDA Programming Guide, "Virtual Aliasing Support").
/// Device::allocateRing() allocates ring buffers.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/fields/Layout.h"
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

/// Bytes from one plane to the next in a ring buffer, and the smallest number of planes that fill
/// whole units. A unit is the smallest size of a ring buffer that the device can allocate.
struct RingPitch {
  std::uint64_t bytes = 0;
  int planes = 1;
};
/// Returns the layout of planes of `planeBytes` bytes in a ring buffer, whose size must be a
/// multiple of `unit` bytes. Planes are padded by up to 2% if the number of planes in a ring buffer
/// must then be a multiple of a smaller number.
inline RingPitch ringPitch(std::uint64_t planeBytes, std::uint64_t unit) {
  for (std::uint64_t step = unit; step >= kRowAlignment; step /= 2) {
    const std::uint64_t padded = (planeBytes + step - 1) / step * step;
    if (padded - planeBytes <= planeBytes / 50 && unit % step == 0)
      return {padded, static_cast<int>(unit / std::gcd(unit, padded))};
  }
  return {planeBytes, static_cast<int>(unit / std::gcd(unit, planeBytes))};
}

} // namespace stencilc::inline STENCILC_SPACE
