/// \file Palette of the 256 colours that a picture or a movie uses.
#pragma once

#include "runtime/pictures/Picture.h"
#include <array>

namespace stencilc::inline STENCILC_SPACE {

/// Index of a colour in a Palette.
using Colour = std::uint8_t;

/// The 256 colours of an image. Indices 0 to 222 are the shades of a colour map. Next are 31 greys
/// from white to nearly black, the colour of values that are not finite, and an index for unchanged
/// pixels of a movie.
struct Palette {
  static constexpr int kShades = 223; // odd, so that one shade is the middle, for 0
  static constexpr int kGreys = 31;
  static constexpr Colour kPaper = kShades, kInk = kShades + kGreys - 1;
  static constexpr Colour kOdd = kInk + 1, kUnchanged = kInk + 2;

  /// Creates a palette whose first 223 colours, the shades for values, are those of the colour map
  /// `map`.
  explicit Palette(ColourMap map);
  /// Returns a palette whose first 223 colours go from white to the colour of curves.
  static Palette ofCurves();

  /// Returns the index of the grey for ink of opacity `covered`, from 0 (white) to 255 (nearly
  /// black).
  static Colour grey(int covered) {
    return static_cast<Colour>(kPaper + (covered * (kGreys - 1) + 127) / 255);
  }

  std::array<std::uint32_t, 256> colours; // 0xRRGGBB

private:
  Palette();
};

} // namespace stencilc::inline STENCILC_SPACE
