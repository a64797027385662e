/// \file Writes an encoded image or movie to a file.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Writes `bytes`, an encoded image or movie, to the file `path`. An existing file is replaced only
/// after all bytes were written. Returns an error message, or an empty text on success.
std::string writeImageFile(const std::string &path, const std::string &bytes);

} // namespace stencilc::inline STENCILC_SPACE
