/// \file Images as PNG files.
#pragma once

#include "runtime/pictures/Canvas.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Writes an image to the PNG file `path`. An existing file is replaced only after all data was
/// written. Returns an error message, or an empty text on success.
std::string writePng(const std::string &path, const Canvas &canvas, const Palette &palette);

} // namespace stencilc::inline STENCILC_SPACE
