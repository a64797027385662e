/// \file Text on a canvas: DejaVu Sans, which is part of the tool, by FreeType.
#pragma once

#include "Canvas.h"
#include <memory>
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// A font in one size. Text is UTF-8; what is no character becomes a question mark.
class Font {
public:
  /// `pixels` from one line to the next, about.
  explicit Font(int pixels);
  ~Font();
  Font(const Font &) = delete;
  Font &operator=(const Font &) = delete;

  /// Pixels from the base line to the top of a capital letter or a digit.
  int capitals() const { return capitalHeight; }
  int width(const std::string &text) const;
  /// `text` shortened with dots so that it is no wider than `most` pixels.
  std::string fitted(const std::string &text, int most) const;

  /// From (x, y) on, y being the base line.
  void write(Canvas &canvas, int x, int y, const std::string &text) const;
  /// From (x, y) upwards, x being the base line: turned to the left.
  void writeUp(Canvas &canvas, int x, int y, const std::string &text) const;

private:
  struct Face;
  /// Calls put(x, y, covered) for the pixels of a text from (0, 0) on; returns its width.
  template <class Put> int each(const std::string &text, Put put) const;

  std::unique_ptr<Face> face;
  int capitalHeight = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
