/// \file Movies of a field, made from the frames that a run has saved.
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

/// Draws the frames in file `frames` (FrameFile.h) as an animated GIF `path`. All frames use one
/// colour scale. There are 20 frames a second, and the last is shown for a second. Returns an error
/// message, or "". After an error no file is left.
std::string writeMovie(const std::string &path, const std::string &frames,
                       const MovieOptions &options, MovieFacts &facts);

} // namespace stencilc::inline STENCILC_SPACE
