/// \file Check that a file is in the working folder. It is made for file names that come from the
/// program's source and not from the command line.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns true if the file `path` is in the working folder or below it, after all links are
/// resolved.
bool isBelowWorkingFolder(const std::string &path);

} // namespace stencilc::inline STENCILC_SPACE
