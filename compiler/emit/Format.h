/// \file Formats emitted code with the Clang Format library.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::emit {

/// Returns `code` in the style of all emitted code. The extension of `fileName` determines the
/// language. Only white space changes. Very long texts are returned as they are.
std::string formatCode(llvm::StringRef code, llvm::StringRef fileName);

} // namespace stencilc::emit
