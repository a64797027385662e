/// \file Formats `.stencil` files. Only blanks and line ends change. Tokens, comments and meaning
/// do not.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::syntax {

/// Returns the formatted text of a file. Precondition: `text` parses without errors.
///
/// - Every statement starts a line, indented by four blanks for each open block.
/// - A field whose braces were on one line stays on one line if it fits in 100 columns.
/// - Line breaks inside of a statement are kept, with the next line aligned below the first.
/// - Binary operators have blanks around them, with two exceptions. Operators in an index (`u[x+1,
///   t-1]`) and `^` have none, and `*` and `/` have none if they had none (`0.5*nx`, `1/6`).
/// - Comments at the ends of consecutive lines are aligned.
/// - There is at most one empty line in a row.
std::string formatted(llvm::StringRef text);

/// Returns whether two texts have the same tokens and comments in the same order.
bool haveSameTokens(llvm::StringRef one, llvm::StringRef other);

} // namespace stencilc::syntax
