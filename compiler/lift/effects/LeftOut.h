/// \file Leaves C statements out of the .stencil program that is made from C loops. Allowed if they
/// do not jump (`break`, `return`, `goto`, `exit`) and the loops do not use their results.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// Returns the number of uses of `variable` in `statement` and in the bodies of the functions that
/// it calls.
unsigned countMentions(const clang::Stmt &statement, const clang::ValueDecl &variable,
                       const clang::ASTContext &context);

/// Leaves the C statement `statement` out of the .stencil program. Variables that the statement
/// changes become unknown. Reports a statement that may jump (`break`, `return`, `goto`, `exit`),
/// write array cells or unnamed memory, or call a function with unknown effects. Inside the time
/// step, the sentence `what` becomes a comment in the program.
void leaveOut(SymbolicState &state, const clang::Stmt &statement, const std::string &what);

} // namespace stencilc::lift
