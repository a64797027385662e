/// \file The runtime as source files beside emitted code, so that a compiler alone can build both.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// Name of the folder, beside emitted code, with the runtime's headers. kRuntimeSource is the file
/// in it to compile, with all sources of the runtime that the program needs.
inline constexpr const char *kRuntimeFolder = "stencilc-runtime";
inline constexpr const char *kRuntimeSource = "stencilc-runtime/runtime.cpp";

/// A file to write beside emitted code: its name and its content.
struct NamedText {
  std::string name, text; // `name` is a relative path
};

/// Returns the sources of the runtime that the emitted code `text` needs, as one file, and the
/// headers that this file and `text` include. Names are relative to the folder of the emitted code.
/// Headers are read from the folder `runtime`, or from the tool itself if that is empty.
std::vector<NamedText> runtimeFiles(const std::string &text, const std::string &runtime);

} // namespace stencilc::driver
