/// \file The font that is compiled into the program for the text of pictures.
#pragma once

#include "stencilc/Version.h"
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Name and contents of a TrueType font file.
struct FontFile {
  std::string_view name, bytes;
};

/// Returns the fonts that are compiled into the program. The list has one entry.
const std::vector<FontFile> &embeddedFonts();

} // namespace stencilc::inline STENCILC_SPACE
