/// \file The font file that is part of the tool.
#pragma once

#include "stencilc/Version.h"
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A TrueType file.
struct FontFile {
  std::string_view name, bytes;
};

/// One font.
const std::vector<FontFile> &embeddedFonts();

} // namespace stencilc::inline STENCILC_SPACE
