/// \file What the functions of a kernel tree are called, and what their text needs names for.
#pragma once

#include "emit/Dialect.h"
#include "emit/Names.h"

namespace stencilc::emit {

/// Adds what the text of `module` calls its functions, types and variables where that has no name
/// of the program in it, and what it takes from elsewhere: types, functions that values call, words
/// of the dialect.
void addNames(const kernel::Module &module, const Dialect &dialect, Words &words);

} // namespace stencilc::emit
