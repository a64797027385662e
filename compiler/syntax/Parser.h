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

/// Reads `buffer` of `sources` as a file that can be imported: `const`, `fn`, `neighbourhood`,
/// `coefficient` and `import`, no stencil. Its expressions go to the pools of `stencil`, whose axes
/// its indices mean. Errors as for `parse`.
ast::Library parseLibrary(const llvm::SourceMgr &sources, unsigned buffer, ast::Stencil &stencil,
                          Diagnostics &diags);

namespace syntax {
/// Whether a text begins with a declaration rather than with a stencil, imports before it aside.
bool isLibrary(llvm::StringRef text);
/// What a library is read in that nobody imports: a stencil with the axes x, y and z.
ast::Stencil usualSurroundings();

/// Brackets, signs and powers within each other.
inline constexpr unsigned kMaxNesting = 256;
/// Height of an expression tree: a chain of additions grows by one for each term. Later steps walk
/// the tree recursively and rely on it.
inline constexpr unsigned kMaxHeight = 1000;
/// After this many errors the rest of the file is not read.
inline constexpr unsigned kMaxErrors = 20;
} // namespace syntax

} // namespace stencilc
