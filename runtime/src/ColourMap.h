/// \file The two colour maps of pictures: viridis for values, a diverging map around zero.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// viridis (Smith and van der Walt 2015, public domain) at `t` in [0, 1], as 0xRRGGBB.
std::uint32_t viridis(double t);

/// Blue for -1 over white at 0 to red for 1; equal distances from 0 have equal lightness.
std::uint32_t blueWhiteRed(double t);

} // namespace stencilc::inline STENCILC_SPACE
