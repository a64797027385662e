/// \file Where this tool lies, and what was installed or built around it.
#pragma once

#include <string>

namespace stencilc::driver {

/// This tool's file. Links to it are followed: what counts is where it lies.
std::string ownTool();
/// The file or folder that is `relative` to this tool's folder: "../include".
std::string fromTool(const std::string &relative);

} // namespace stencilc::driver
