/// \file The 256 colours of a picture or movie, by their numbers.
#pragma once

#include "stencilc/picture/Picture.h"
#include <array>

namespace stencilc::inline STENCILC_SPACE {

/// The number of a colour in a Palette.
using Colour = std::uint8_t;

/// The colours of values first, then greys from paper to ink, the colour of what is not finite, and
/// one for pixels of a movie that stay as they are.
struct Palette {
  static constexpr int kShades = 223; // odd: the middle one is that of 0
  static constexpr int kGreys = 31;
  static constexpr Colour kPaper = kShades, kInk = kShades + kGreys - 1;
  static constexpr Colour kOdd = kInk + 1, kUnchanged = kInk + 2;

  /// The shades of `map`.
  explicit Palette(ColourMap map);
  /// The shades go from paper to the colour of a curve.
  static Palette ofCurves();

  /// The grey that covers so much (0 .. 255) of the paper.
  static Colour grey(int covered) {
    return static_cast<Colour>(kPaper + (covered * (kGreys - 1) + 127) / 255);
  }

  std::array<std::uint32_t, 256> colours; // 0xRRGGBB

private:
  Palette();
};

} // namespace stencilc::inline STENCILC_SPACE
