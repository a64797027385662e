/// \file The runtime as source files beside emitted code, so that a compiler alone can build both.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// Folder of the runtime's sources beside emitted code, and the one source file in it to compile.
/// That file includes all others.
inline constexpr const char *kRuntimeFolder = "stencilc-runtime";
inline constexpr const char *kRuntimeSource = "stencilc-runtime/runtime.cpp";

/// A file to write beside emitted code: its name and its content.
struct NamedText {
  std::string name, text; // `name` is a relative path
};

/// Returns the runtime's sources, and the headers that they and the emitted code `text` include.
/// Names are relative to the folder of `text`. If `runtime` names a folder, headers are read from
/// it, otherwise from this program.
std::vector<NamedText> runtimeFiles(const std::string &text, const std::string &runtime);

} // namespace stencilc::driver
