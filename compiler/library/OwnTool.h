/// \file Paths of this program and of the files installed or built around it.
#pragma once

#include <string>

namespace stencilc::library {

/// Returns the full path of this program, with symbolic links resolved. In libstencilc it is the
/// path at which the program stencilc is installed with the library, whether it exists or not.
std::string ownTool();
/// Returns the full path of `relative`, such as "../include", relative to the folder of
/// ownTool().
std::string fromTool(const std::string &relative);

} // namespace stencilc::library
