/// \file Draws pixels, rectangles and frames on a canvas (an image in memory).
#include "runtime/pictures/Canvas.h"

#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

void Canvas::ink(int x, int y, int covered) {
  if (x < 0 || x >= w || y < 0 || y >= h)
    return;
  const Colour there = at(x, y);
  const bool isGrey = there >= Palette::kPaper && there <= Palette::kInk;
  set(x, y, isGrey ? std::max(there, Palette::grey(covered)) : Palette::grey(covered));
}

void Canvas::curve(int x, int y, int covered) {
  const auto shade = static_cast<Colour>((covered * (Palette::kShades - 1) + 127) / 255);
  if (x < 0 || x >= w || y < 0 || y >= h || (at(x, y) < Palette::kShades && at(x, y) > shade))
    return;
  set(x, y, shade);
}

void Canvas::fill(int x, int y, int width, int height, Colour colour) {
  for (int j = y; j < y + height; ++j)
    for (int i = x; i < x + width; ++i)
      set(i, j, colour);
}

void Canvas::frame(int x, int y, int width, int height, Colour colour) {
  fill(x - 1, y - 1, width + 2, 1, colour);
  fill(x - 1, y + height, width + 2, 1, colour);
  fill(x - 1, y, 1, height, colour);
  fill(x + width, y, 1, height, colour);
}

} // namespace stencilc::inline STENCILC_SPACE
