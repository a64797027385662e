/// \file An image in memory in which each pixel is the index of one of 256 colours.
#pragma once

#include "runtime/pictures/Palette.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Image whose pixels are indices into a Palette. Rows are counted from the top, and all pixels are
/// white at first. Drawing outside the image has no effect.
class Canvas {
public:
  Canvas(int width, int height)
      : w(width), h(height), pixels(std::size_t(width) * std::size_t(height), Palette::kPaper) {}

  int width() const { return w; }
  int height() const { return h; }
  const Colour *row(int y) const { return &pixels[std::size_t(y) * std::size_t(w)]; }
  Colour at(int x, int y) const { return row(y)[x]; }

  void set(int x, int y, Colour colour) {
    if (x >= 0 && x < w && y >= 0 && y < h)
      pixels[std::size_t(y) * std::size_t(w) + std::size_t(x)] = colour;
  }
  /// Draws a pixel in a shade of grey. `covered` is the opacity of the ink, from 0 (white) to 255
  /// (nearly black). A grey pixel that is already darker keeps its shade.
  void ink(int x, int y, int covered);
  /// Draws a pixel of a curve in the colour of curves, mixed with white. `covered` is the opacity,
  /// from 0 (white) to 255 (full colour). A pixel of a curve that is already more opaque does not
  /// change.
  void curve(int x, int y, int covered);
  void fill(int x, int y, int width, int height, Colour colour);
  /// Draws the outline of a rectangle in one pixel width, just outside the rectangle.
  void frame(int x, int y, int width, int height, Colour colour);

private:
  int w, h;
  std::vector<Colour> pixels;
};

} // namespace stencilc::inline STENCILC_SPACE
