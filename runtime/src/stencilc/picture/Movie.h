/// \file Movies of a field, from the frames that a run leaves.
#pragma once

#include "stencilc/picture/Picture.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

struct MovieOptions {
  PictureOptions look = {}; // `longest` is the most pixels of a field's longer side
  PictureAxis across = {}, up = {};
  std::function<void(std::int64_t frames)> drawn = {}; // called for each frame, if there is one
};

struct MovieFacts {
  std::int64_t frames = 0;
  int width = 0, height = 0;
  std::size_t bytes = 0;
};

/// Draws the file of frames `frames` (FrameFile.h) into the animated GIF `path`, all on one scale,
/// 20 a second, the last for a second; returns what went wrong, or an empty text. The file appears
/// whole or not at all.
std::string writeMovie(const std::string &path, const std::string &frames,
                       const MovieOptions &options, MovieFacts &facts);

} // namespace stencilc::inline STENCILC_SPACE
