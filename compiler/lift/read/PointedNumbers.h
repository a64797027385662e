/// \file Checks that a C function does not change integers behind its pointer parameters.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace stencilc::lift {

/// Returns true if `body` and the functions of the file that it calls never change an integer to
/// which a parameter such as `int *n` leads. Pointers on the way to the integer must not change
/// either. Assignments through pointers, to members or to global variables count as changes. So do
/// calls of unknown functions with a pointer to integers.
bool keepsPointedNumbers(const clang::Stmt &body, const clang::ASTContext &context);

} // namespace stencilc::lift
