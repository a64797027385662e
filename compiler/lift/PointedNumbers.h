/// \file Checks that a C function leaves the integers unchanged to which its pointer parameters
/// point.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace stencilc::lift {

/// Returns true if neither `body` nor the functions of the file that it calls change an integer, or
/// a pointer to one, that a parameter such as `int *n` can lead to. Possible changes are
/// assignments through pointers, to members or to global variables, and unknown calls that get a
/// pointer to integers.
bool keepsPointedNumbers(const clang::Stmt &body, const clang::ASTContext &context);

} // namespace stencilc::lift
