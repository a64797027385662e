/// \file Collection of the names that the text of a kernel tree uses.
#pragma once

#include "emit/Dialect.h"
#include "emit/names/Names.h"

namespace stencilc::emit {

/// Adds names that the text of `module` uses to `words`: names of functions, types, variables, of
/// the runtime, and of the target language. Names that are made from a name of the program are left
/// out.
void addNames(const kernel::Module &module, const Dialect &dialect, Words &words);

} // namespace stencilc::emit
