/// \file Whether a file is what it was, without reading it.
#pragma once

#include <string>

namespace stencilc::driver {

/// A line that changes when another file takes this path: its path, size and time. Empty if there
/// is none.
std::string fileState(const std::string &path);

} // namespace stencilc::driver
