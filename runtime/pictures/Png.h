/// \file Images in the format PNG.
#pragma once

#include "runtime/pictures/Canvas.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Encodes an image as PNG and stores the bytes in `file`. Returns an error message, or an empty
/// text on success.
std::string encodePng(const Canvas &canvas, const Palette &palette, std::string &file);

} // namespace stencilc::inline STENCILC_SPACE
