/// \file Prints the syntax tree as indented text (--emit=ast).
#pragma once

#include "syntax/Ast.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc {

/// Prints the syntax tree, one statement a line in source order, with the items of a statement
/// indented below it. Expressions are in prefix form with all parentheses, `(+ u (* d (sum faces
/// u)))`, so that the precedence of operators is visible.
void printAst(const ast::Stencil &, llvm::raw_ostream &);

} // namespace stencilc
