/// \file The tree as indented text (--emit=ast), for people and tests.
#pragma once

#include "syntax/Ast.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc {

/// One statement a line in source order, the items of a statement indented below it; expressions in
/// prefix form with every bracket, `(+ u (* d (sum faces u)))`, so that precedence shows.
void printAst(const ast::Stencil &, llvm::raw_ostream &);

} // namespace stencilc
