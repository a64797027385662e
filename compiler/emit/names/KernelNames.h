/// \file Collection of the names that the text of a kernel tree uses.
#pragma once

#include "emit/Dialect.h"
#include "emit/names/Names.h"

namespace stencilc::emit {

/// Adds the names that the text of `module` uses to `words`: those of its functions, types and
/// variables, and those of the runtime and the target language that it uses. Names that are made
/// from a name of the program, such as `T_row`, are left out.
void addNames(const kernel::Module &module, const Dialect &dialect, Words &words);

} // namespace stencilc::emit
