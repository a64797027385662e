/// \file Defaults and checks for the pitches of an array that a caller passes, so that no access
/// leaves the array.
#pragma once

#include "runtime/core/device/Boxes.h"
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

/// Checks the distances in bytes between rows and between planes of an array that holds `box`. A
/// distance of 0 is replaced by that of an array without padding. Returns an error message, or an
/// empty text if both are valid.
std::string completePitches(const device::Box &box, std::size_t &rowPitch, std::size_t &planePitch);

} // namespace stencilc::inline STENCILC_SPACE
