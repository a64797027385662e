/// \file Parses `.stencil` files into syntax trees.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "llvm/Support/SourceMgr.h"
#include <optional>

namespace stencilc {

/// Parses the stencil in `buffer` of `sources`. Returns nullopt if the file contains no stencil.
///
/// Errors are reported to `diags`, and parsing continues with the next statement. The tree lacks
/// statements with errors, so later phases must not run if there were any. The parser accepts any
/// bytes. Recursion and the height of the tree are bounded (kMaxNesting, kMaxHeight).
std::optional<ast::Stencil> parse(const llvm::SourceMgr &sources, unsigned buffer,
                                  Diagnostics &diags);

/// Parses `buffer` of `sources` as a file to import, which contains only `const`, `fn`,
/// `neighbourhood`, `coefficient` and `import`. Stores its expressions in the pools of `stencil`,
/// whose axes they may name. Reports errors to `diags` and continues with the next statement.
ast::Library parseLibrary(const llvm::SourceMgr &sources, unsigned buffer, ast::Stencil &stencil,
                          Diagnostics &diags);

namespace syntax {
/// Returns true if `text`, after any imports, begins with a declaration that other files can
/// import. Returns false if it begins with a stencil.
bool isLibrary(llvm::StringRef text);
/// Returns an empty stencil with the axes x, y and z, for parsing an importable file without the
/// stencil that imports it.
ast::Stencil usualSurroundings();

/// Maximum nesting depth of brackets, signs and powers in an expression.
inline constexpr unsigned kMaxNesting = 256;
/// Maximum height of an expression tree. A chain of additions grows by one for each term. Later
/// phases traverse the tree recursively and rely on this limit.
inline constexpr unsigned kMaxHeight = 1000;
/// Number of errors after which the rest of the file is not parsed.
inline constexpr unsigned kMaxErrors = 20;
} // namespace syntax

} // namespace stencilc
