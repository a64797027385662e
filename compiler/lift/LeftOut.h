/// \file Leaves a statement out of the step if it cannot jump and its results are not used.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// Returns how often `variable` is named in `statement` and in the bodies of functions that it
/// calls.
unsigned countMentions(const clang::Stmt &statement, const clang::ValueDecl &variable,
                       const clang::ASTContext &context);

/// Leaves `statement` out of the step. Reports it instead if it may jump, write cells, or change
/// memory that other code uses. Variables that it changes become unknown. `what` is the note about
/// it at the top of the program.
void leaveOut(SymbolicState &state, const clang::Stmt &statement, const std::string &what);

} // namespace stencilc::lift
