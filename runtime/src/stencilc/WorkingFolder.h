/// \file A check of the location of files that a program names itself.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns whether the file `path` is in the working folder or below it, with all links resolved.
bool isBelowWorkingFolder(const std::string &path);

} // namespace stencilc::inline STENCILC_SPACE
