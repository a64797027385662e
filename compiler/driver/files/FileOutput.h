/// \file Output files that appear complete or not at all: they are written under a temporary name,
/// then renamed.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::driver {

/// Writes `text` to the file `path`, which appears complete or not at all. If the file already has
/// this text, it is not changed, so that builds see no new file. Returns false after a reported
/// error.
bool writeFileWhole(llvm::StringRef path, llvm::StringRef text, Diagnostics &diags);

} // namespace stencilc::driver
