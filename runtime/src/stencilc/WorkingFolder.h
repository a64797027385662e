/// \file Where files lie that a program names itself.
#pragma once

#include "stencilc/Version.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Whether a file of this name lies in the working folder or below it, behind all links.
bool isBelowWorkingFolder(const std::string &path);

} // namespace stencilc::inline STENCILC_SPACE
