/// \file The build ID of a library or program: a hash of its contents, which the linker stores in
/// it.
#pragma once

#include <string>

namespace stencilc::driver {

/// Returns the build ID of the 64-bit ELF file `path` as hexadecimal digits. The result is empty if
/// the file cannot be read or has no build ID. Two files with the same build ID have the same code.
std::string buildIdOf(const std::string &path);

} // namespace stencilc::driver
