/// \file Leaves C statements out of the lifted program if they do not jump (`break`, `return`,
/// `goto`, `exit`) and the loops do not use their results.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// Returns the number of uses of `variable` in `statement` and in the bodies of the functions that
/// it calls.
unsigned countMentions(const clang::Stmt &statement, const clang::ValueDecl &variable,
                       const clang::ASTContext &context);

/// Leaves `statement` out of the lifted program. Variables that it changes become unknown. Reports
/// it if it may jump (`break`, `return`, `goto`, `exit`), write array cells or unnamed memory, or
/// call a function with unknown effects. Inside the time step, the sentence `what` becomes a
/// comment in the program.
void leaveOut(SymbolicState &state, const clang::Stmt &statement, const std::string &what);

} // namespace stencilc::lift
