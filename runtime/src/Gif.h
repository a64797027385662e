/// \file Images in turn as an animated GIF.
#pragma once

#include "Canvas.h"
#include <memory>
#include <string>

struct GifFileType;

namespace stencilc::inline STENCILC_SPACE {

/// A GIF being made in memory, which plays again and again. Each call returns what went wrong, or
/// an empty text.
class Gif {
public:
  Gif();
  ~Gif();
  Gif(const Gif &) = delete;
  Gif &operator=(const Gif &) = delete;

  std::string begin(int width, int height, const Palette &palette);
  /// An image that is shown for so many hundredths of a second. Only the rectangle of it that
  /// differs from the one before is stored.
  std::string add(const Canvas &canvas, int hundredths);
  /// Writes the file, which appears whole or not at all.
  std::string write(const std::string &path);
  std::size_t bytes() const { return file.size(); }

private:
  std::string failure() const;
  std::string putImage(const Canvas &canvas, int left, int top, int right, int bottom);

  std::string file;
  std::unique_ptr<Canvas> last;
  GifFileType *gif = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
