/// \file The look of a picture or movie, from JSON.
#pragma once

#include "runtime/pictures/Picture.h"
#include <string>

namespace stencilc::interface {

/// The look of a picture or movie: options of the renderer, and the axes of every slice.
struct Look {
  PictureOptions options;
  PictureAxis across, up;
};

/// The smallest and the largest value of "longest", in pixels.
struct PixelLimits {
  int least, most;
};

/// Reads `look` from a JSON text in the form that stencilc_draw_picture() describes. The text may
/// be null. Keys that it lacks keep their defaults. Returns an error message that names the wrong
/// key, or an empty text.
std::string readLook(const char *json, PixelLimits limits, Look &look);

} // namespace stencilc::interface
