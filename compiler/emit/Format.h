/// \file Formatting of emitted code.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::emit {

/// Formats `code` in the style of all emitted code. `fileName` determines the language. Changes
/// white space only; very long texts are returned as they are.
std::string formatCode(llvm::StringRef code, llvm::StringRef fileName);

} // namespace stencilc::emit
