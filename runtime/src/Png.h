/// \file Images as PNG files.
#pragma once

#include "Canvas.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Writes an image with its palette; returns what went wrong, or an empty text. The file appears
/// whole or not at all.
std::string writePng(const std::string &path, const Canvas &canvas, const Palette &palette);

} // namespace stencilc::inline STENCILC_SPACE
