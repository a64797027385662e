/// \file An image of 256 colours in memory.
#pragma once

#include "Palette.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Rows of pixels from the top, all paper at first. What is drawn beyond an edge is left out.
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
  /// Covers so much (0 .. 255) of a pixel with ink; darker ink that is there stays.
  void ink(int x, int y, int covered);
  /// As ink(), in the colour of a curve.
  void curve(int x, int y, int covered);
  void fill(int x, int y, int width, int height, Colour colour);
  /// The outline of a rectangle, just outside it.
  void frame(int x, int y, int width, int height, Colour colour);

private:
  int w, h;
  std::vector<Colour> pixels;
};

} // namespace stencilc::inline STENCILC_SPACE
