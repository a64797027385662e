/// \file How an array of the caller's lies in memory: pitches completed and checked, so that
/// nothing outside of it can be reached.
#pragma once

#include "stencilc/Boxes.h"
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

/// Replaces pitches of 0 by packed ones. What is wrong with them for an array of `box`, or an empty
/// text.
std::string completePitches(const device::Box &box, std::size_t &rowPitch, std::size_t &planePitch);

} // namespace stencilc::inline STENCILC_SPACE
