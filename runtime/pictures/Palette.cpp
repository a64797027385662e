/// \file Shades of colour maps, and greys from white to black.
#include "runtime/pictures/Palette.h"

#include "runtime/pictures/ColourMap.h"
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

static constexpr std::uint32_t kPaperColour = 0xffffff, kInkColour = 0x202020;
static constexpr std::uint32_t kCurveColour = 0x0072b2; // blue of the Okabe-Ito palette

/// Returns the colour 0xRRGGBB between `from` (t = 0) and `to` (t = 1), interpolated linearly.
static std::uint32_t mix(std::uint32_t from, std::uint32_t to, double t) {
  std::uint32_t colour = 0;
  for (const int shift : {16, 8, 0}) {
    const double a = from >> shift & 0xff, b = to >> shift & 0xff;
    colour |= static_cast<std::uint32_t>(std::lround(a + t * (b - a))) << shift;
  }
  return colour;
}

Palette::Palette() : colours{} {
  for (int i = 0; i < kGreys; ++i)
    colours[std::size_t{kPaper} + static_cast<std::size_t>(i)] =
        mix(kPaperColour, kInkColour, double(i) / (kGreys - 1));
  colours[kOdd] = kNotFinite;
}

Palette::Palette(ColourMap map) : Palette() {
  for (int i = 0; i < kShades; ++i) {
    const double t = double(i) / (kShades - 1);
    colours[static_cast<std::size_t>(i)] = map == ColourMap::Diverging ? blueWhiteRed(2 * t - 1)
                                           : map == ColourMap::Grey    ? mix(0, 0xffffff, t)
                                                                       : viridis(t);
  }
}

Palette Palette::ofCurves() {
  Palette palette;
  for (int i = 0; i < kShades; ++i)
    palette.colours[static_cast<std::size_t>(i)] =
        mix(kPaperColour, kCurveColour, double(i) / (kShades - 1));
  return palette;
}

} // namespace stencilc::inline STENCILC_SPACE
