/// \file The path of this tool, and of files that are installed with it.
#pragma once

#include <string>

namespace stencilc::driver {

/// Returns the path of the executable of this tool. Symbolic links are resolved.
std::string ownTool();
/// Returns the path that is `relative` to the folder of this tool, such as "../include".
std::string fromTool(const std::string &relative);

} // namespace stencilc::driver
