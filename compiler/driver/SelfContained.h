/// \file The runtime as files beside emitted text, so that a compiler alone builds the two.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// A folder beside the text, and the one of its files that is compiled: it includes all others.
inline constexpr const char *kRuntimeFolder = "stencilc-runtime";
inline constexpr const char *kRuntimeSource = "stencilc-runtime/runtime.cpp";

struct NamedText {
  std::string name, text; // name as a path
};

/// What `text` needs, named from the folder that holds the text: headers, those of --runtime if
/// `runtime` names a folder, and the sources of this tool's runtime.
std::vector<NamedText> runtimeFiles(const std::string &text, const std::string &runtime);

} // namespace stencilc::driver
