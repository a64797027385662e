/// \file Encodes a movie as an animated GIF.
#pragma once

#include "runtime/pictures/Canvas.h"
#include <memory>
#include <string>

struct GifFileType;

namespace stencilc::inline STENCILC_SPACE {

/// Encoder for an animated GIF that repeats without end. The order of calls is begin(), add() for
/// each image, end(). Functions that return a text return an error message, or an empty text on
/// success.
class Gif {
public:
  Gif();
  ~Gif();
  Gif(const Gif &) = delete;
  Gif &operator=(const Gif &) = delete;

  std::string begin(int width, int height, const Palette &palette);
  /// Appends an image that is shown for `hundredths` hundredths of a second. Stores only the
  /// rectangle that differs from the image before. Returns an error message, or an empty text on
  /// success.
  std::string add(const Canvas &canvas, int hundredths);
  /// Ends the movie and stores the bytes of the GIF in `bytes`. Returns an error message, or an
  /// empty text on success.
  std::string end(std::string &bytes);

private:
  std::string failure() const;
  std::string putImage(const Canvas &canvas, int left, int top, int right, int bottom);

  std::string file;
  std::unique_ptr<Canvas> last;
  GifFileType *gif = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
