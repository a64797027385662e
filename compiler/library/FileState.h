/// \file Detection of changed files by size and time, without reading them.
#pragma once

#include <string>

namespace stencilc::library {

/// Returns a line with the path, the size and the modification time of a file. The line changes
/// when the file is changed or replaced. The result is empty if there is no such file.
std::string fileState(const std::string &path);

} // namespace stencilc::library
