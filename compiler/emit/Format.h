/// \file The layout of emitted code.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::emit {

/// `code` laid out in the one style of emitted code; `fileName` tells its language. Only white
/// space changes.
std::string formatCode(llvm::StringRef code, llvm::StringRef fileName);

} // namespace stencilc::emit
