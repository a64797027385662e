/// \file The build ID of a library or program: its linker's hash of what it linked.
#pragma once

#include <string>

namespace stencilc::driver {

/// Returns the build ID of the 64-bit ELF file `path` as hexadecimal digits; empty if the file
/// cannot be read or has none. Two files with one build ID have the same code.
std::string buildIdOf(const std::string &path);

} // namespace stencilc::driver
