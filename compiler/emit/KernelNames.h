/// \file Collection of the names that the text of a kernel tree uses.
#pragma once

#include "emit/Dialect.h"
#include "emit/Names.h"

namespace stencilc::emit {

/// Adds the names that the text of `module` uses and that do not derive from a name of the program.
/// These are names of functions, types, variables, of the runtime, and of the dialect.
void addNames(const kernel::Module &module, const Dialect &dialect, Words &words);

} // namespace stencilc::emit
