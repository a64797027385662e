/// \file The rule for what is left out: it cannot jump, and nothing that it writes is used.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// How often a variable is named in `statement` and in the bodies that it calls.
unsigned countMentions(const clang::Stmt &statement, const clang::ValueDecl &variable,
                       const clang::ASTContext &context);

/// Leaves `statement` out of the step. Reports a statement that may jump, or write cells or what
/// else is used; variables that it writes are lost. `what` names it in the program's first lines.
void leaveOut(SymbolicState &state, const clang::Stmt &statement, const std::string &what);

} // namespace stencilc::lift
