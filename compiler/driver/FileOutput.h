/// \file Files appear whole or not at all: written under a temporary name, then renamed.
#pragma once

#include "support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::driver {

/// Writes `text` to `path`; on failure reports, removes what was begun, and returns false. An
/// existing file with the same text is left as it is, so that builds do not see a change.
bool writeFileWhole(llvm::StringRef path, llvm::StringRef text, Diagnostics &diags);

} // namespace stencilc::driver
