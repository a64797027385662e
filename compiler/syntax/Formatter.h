/// \file The layout of a `.stencil` file: blanks and lines change, words, comments and meaning
/// stay.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::syntax {

/// The text of a file laid out anew. `text` must parse without an error.
///
/// One statement a line, four blanks deeper in braces; a field whose braces stood on one line keeps
/// them there if that fits. Lines that a statement was broken into stay, below what they continue.
/// Signs between operands have blanks around them, but not within an index (`u[x+1, t-1]`), around
/// `^`, and around `*` and `/` where there were none (`0.5*nx`, `1/6`). Comments at the ends of
/// lines that follow each other stand below each other. At most one empty line in a row.
std::string formatted(llvm::StringRef text);

/// Whether two texts have the same tokens and comments in the same order.
bool haveSameTokens(llvm::StringRef one, llvm::StringRef other);

} // namespace stencilc::syntax
