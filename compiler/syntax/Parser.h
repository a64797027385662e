/// \file Text of a `.stencil` file to its tree.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "llvm/Support/SourceMgr.h"
#include <optional>

namespace stencilc {

/// Reads the stencil in `buffer` of `sources`. Errors are reported to `diags` and reading goes on
/// with the next statement; statements with an error are left out of the result, so later steps
/// must not run if there was one. Nothing is returned if the file holds no stencil at all.
/// Accepts any bytes; its stack and the depth of the tree are bounded (kMaxNesting, kMaxHeight).
std::optional<ast::Stencil> parse(const llvm::SourceMgr &sources, unsigned buffer,
                                  Diagnostics &diags);

namespace syntax {
/// Brackets, signs and powers within each other.
inline constexpr unsigned kMaxNesting = 256;
/// Height of an expression tree: a chain of additions grows by one for each term. Later steps walk
/// the tree recursively and rely on it.
inline constexpr unsigned kMaxHeight = 1000;
/// After this many errors the rest of the file is not read.
inline constexpr unsigned kMaxErrors = 20;
} // namespace syntax

} // namespace stencilc
