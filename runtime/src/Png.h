/// \file Images as PNG files.
#pragma once

#include "Canvas.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Writes an image to a PNG file. Returns an error message, or an empty text on success. The file
/// is replaced only if all of it could be written.
std::string writePng(const std::string &path, const Canvas &canvas, const Palette &palette);

} // namespace stencilc::inline STENCILC_SPACE
