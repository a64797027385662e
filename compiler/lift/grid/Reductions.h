/// \file Recognises reductions over the grid: maxima, minima and sums that a loop nest collects in
/// a variable.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// Sets the symbolic value of `variable` after a loop nest that has changed it from `old` to
/// `value`. The new value is a maximum, minimum or sum over `loops`, or unknown. `loops` is empty
/// if loops of different depth change the variable.
void bindReduced(SymbolicState &state, const std::vector<Loop> &loops,
                 const clang::ValueDecl &variable, const Value &value, const Value &old,
                 clang::SourceLocation at);

/// Removes the reductions that the stopping condition of the step does not use. Their values become
/// a constant, so that they read no cells.
void dropUnusedReductions(Step &step);

} // namespace stencilc::lift
