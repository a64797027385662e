/// \file The two colour maps of pictures: viridis, and a diverging map around zero.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the colour of the map viridis (Smith and van der Walt 2015, public domain) at `t` in [0,
/// 1], as 0xRRGGBB.
std::uint32_t viridis(double t);

/// Returns the colour of a diverging map as 0xRRGGBB: blue at `t` = -1, white at 0, red at 1.
/// Colours at the same distance from 0 have the same lightness.
std::uint32_t blueWhiteRed(double t);

} // namespace stencilc::inline STENCILC_SPACE
