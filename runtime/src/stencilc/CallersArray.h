/// \file The pitches of an array that a caller passes: defaults, and checks that no access leaves
/// the array.
#pragma once

#include "stencilc/Boxes.h"
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

/// Checks the pitches of an array that holds `box`, in bytes. A pitch of 0 is replaced by that of a
/// packed array. Returns an error message, or an empty text if the pitches are valid.
std::string completePitches(const device::Box &box, std::size_t &rowPitch, std::size_t &planePitch);

} // namespace stencilc::inline STENCILC_SPACE
