/// \file Layout of planes in a ring buffer, which is device memory in which new planes overwrite
/// old ones. The memory is mapped at two consecutive ranges of addresses. Therefore consecutive
/// planes are contiguous everywhere, and kernels need no wrap-around. On a GPU, a launch sees
/// values that earlier launches wrote through the other range (CUDA Programming Guide, "Virtual
/// Aliasing Support").
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/fields/Layout.h"
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

/// Layout of planes in a ring buffer (memory for a moving range of planes). `bytes` is the distance
/// from one plane to the next. The number of planes in the buffer must be a multiple of `planes`,
/// so that its size is a multiple of the device's allocation unit.
struct RingPitch {
  std::uint64_t bytes = 0;
  int planes = 1;
};
/// Returns the layout of planes of `planeBytes` bytes in a ring buffer (memory for a moving range
/// of planes), whose size must be a multiple of `unit` bytes. Up to 2% of padding may be added to
/// each plane. This makes RingPitch::planes smaller: the number of planes in the buffer must be a
/// multiple of that member.
inline RingPitch ringPitch(std::uint64_t planeBytes, std::uint64_t unit) {
  for (std::uint64_t step = unit; step >= kRowAlignment; step /= 2) {
    const std::uint64_t padded = (planeBytes + step - 1) / step * step;
    if (padded - planeBytes <= planeBytes / 50 && unit % step == 0)
      return {padded, static_cast<int>(unit / std::gcd(unit, padded))};
  }
  return {planeBytes, static_cast<int>(unit / std::gcd(unit, planeBytes))};
}

} // namespace stencilc::inline STENCILC_SPACE
