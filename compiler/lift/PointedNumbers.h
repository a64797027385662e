/// \file Whether whole numbers behind pointers of a function's callers stay as they are.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace stencilc::lift {

/// Whether `body`, and the functions of the file that it calls, change no whole number that a
/// parameter `int *n` can lead to: by an assignment to what a pointer, a member or a variable of
/// the file holds, or by a call that is given a pointer to whole numbers. The pointers themselves
/// stay as well.
bool keepsPointedNumbers(const clang::Stmt &body, const clang::ASTContext &context);

} // namespace stencilc::lift
