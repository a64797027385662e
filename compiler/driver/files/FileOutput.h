/// \file Output files that appear complete or not at all: they are written under a temporary name,
/// then renamed.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::driver {

/// Writes `text` to the file `path`, which appears complete or not at all. A file that has this
/// text already is not touched, so that builds see no change. Returns false after a reported error.
bool writeFileWhole(llvm::StringRef path, llvm::StringRef text, Diagnostics &diags);

} // namespace stencilc::driver
