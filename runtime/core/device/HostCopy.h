/// \file Copies of boxes of cells between host arrays.
#pragma once

#include "runtime/core/device/Device.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE::host {

inline void copyBox(const device::Place &to, const device::ConstPlace &from,
                    const device::Box &box) {
  for (std::size_t z = 0; z < box.planes; ++z)
    for (std::size_t y = 0; y < box.rows; ++y)
      std::memcpy(static_cast<char *>(to.data) + z * to.planePitch + y * to.rowPitch,
                  static_cast<const char *>(from.data) + z * from.planePitch + y * from.rowPitch,
                  box.rowBytes);
}

} // namespace stencilc::inline STENCILC_SPACE::host
