/// \file Check that a file which a program names itself is in the working folder.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if the file `path` is in the working folder or below it, after all links are
/// resolved.
bool isBelowWorkingFolder(const std::string &path);

} // namespace stencilc::inline STENCILC_SPACE
