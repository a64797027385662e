/// \file Movies of a field, drawn from frames in a file or in memory.
#pragma once

#include "runtime/pictures/Picture.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

struct MovieOptions {
  PictureOptions look = {}; // `longest`: pixels of the longer side, at most
  PictureAxis across = {}, up = {};
  /// Function that is called after each frame is drawn, with the number of frames so far. May be
  /// empty.
  std::function<void(std::int64_t frames)> drawn = {};
};

struct MovieFacts {
  std::int64_t frames = 0;
  int width = 0, height = 0;
  std::size_t bytes = 0;
};

/// Draws `slices`, planes of one size, as an animated GIF and stores its bytes in `file`. `steps`
/// has the number of the time step of each slice. Squares of cells are averaged so that a frame has
/// at most `look.longest` values along each axis, which must not be 0. All frames use one colour
/// scale. There are 20 frames a second, and the last is shown for a second. Returns an error
/// message, or "".
std::string encodeMovie(const std::vector<PictureSlice> &slices,
                        const std::vector<std::int64_t> &steps, const MovieOptions &options,
                        std::string &file);
/// Draws the frames in file `frames` (FrameFile.h) as an animated GIF `path`, like encodeMovie().
/// Returns an error message, or "". After an error no file is left.
std::string writeMovie(const std::string &path, const std::string &frames,
                       const MovieOptions &options, MovieFacts &facts);

} // namespace stencilc::inline STENCILC_SPACE
