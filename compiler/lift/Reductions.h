/// \file Recognises reductions over the grid: maxima, minima and sums that a loop nest collects in
/// a variable.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// Gives `variable`, which a loop nest has changed from `old` to `value`, its symbolic value after
/// the nest: a reduction of the step over `loops`, or an unknown value. `loops` is empty if loops
/// of different depth change the variable.
void bindReduced(SymbolicState &state, const std::vector<Loop> &loops,
                 const clang::ValueDecl &variable, const Value &value, const Value &old,
                 clang::SourceLocation at);

/// Replaces the value of every reduction that the stopping rule does not use by a constant, so that
/// it reads no cells.
void dropUnusedReductions(Step &step);

} // namespace stencilc::lift
