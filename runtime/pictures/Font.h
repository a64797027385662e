/// \file Text on a canvas in the embedded font, DejaVu Sans, rendered with FreeType.
#pragma once

#include "runtime/pictures/Canvas.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Font in one size. Draws UTF-8 text, with a question mark for each invalid character. If FreeType
/// fails, draws nothing, and all widths are 0.
class Font {
public:
  /// Loads the embedded font in the size `pixels`: pixels per em. An em is about the distance from
  /// one line of text to the next.
  explicit Font(int pixels);
  ~Font();
  Font(const Font &) = delete;
  Font &operator=(const Font &) = delete;

  /// Returns the height of a capital letter or a digit above the baseline, in pixels.
  int capitals() const { return capitalHeight; }
  int width(const std::string &text) const;
  /// Returns `text` if it is at most `most` pixels wide. Otherwise returns the longest part from
  /// its beginning that fits together with "..." at the end.
  std::string fitted(const std::string &text, int most) const;

  /// Draws `text` from left to right. The text begins at pixel column `x`, and its baseline is
  /// pixel row `y`.
  void write(Canvas &canvas, int x, int y, const std::string &text) const;
  /// Draws `text` from bottom to top, rotated by 90 degrees counter-clockwise. The text begins at
  /// pixel row `y`, and its baseline is pixel column `x`.
  void writeUp(Canvas &canvas, int x, int y, const std::string &text) const;

private:
  struct Face;
  /// Renders `text` to the right of the point (0, 0), which is on the baseline. Calls put(x, y,
  /// covered) for each pixel, where `y` counts downwards and `covered` is the opacity from 0 to
  /// 255. Returns the width in pixels.
  template <class Put> int each(const std::string &text, Put put) const;

  std::unique_ptr<Face> face;
  int capitalHeight = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
