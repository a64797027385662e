/// \file An image in memory that can be filled, written on with a small font, and saved as PNG.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class Canvas {
public:
  static constexpr int kLetterWidth = 12,
                       kLetterHeight = 14; // including the gap to the next letter

  Canvas(int width, int height, std::uint32_t colour);

  void set(int x, int y, std::uint32_t colour);
  void fill(int x, int y, int width, int height, std::uint32_t colour);
  /// The outline of a rectangle, just outside it.
  void frame(int x, int y, int width, int height, std::uint32_t colour);
  /// One line; printable ASCII, anything else as a question mark.
  void write(int x, int y, const std::string &text, std::uint32_t colour);
  /// What went wrong, or an empty text.
  std::string save(const std::string &path) const;

private:
  int width, height;
  std::vector<unsigned char> pixels; // rows of RGB from the top
};

} // namespace stencilc::inline STENCILC_SPACE
