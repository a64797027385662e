/// \file Recognises reductions over the grid: maxima, minima and sums that a loop nest collects in
/// a variable.
#pragma once

#include "lift/read/SymbolicState.h"

namespace stencilc::lift {

/// Sets the symbolic value of `variable` after a loop nest that has changed it from `old` to
/// `value`. The new value is a maximum, minimum or sum over the iterations of `loops`. It is
/// unknown if `value` has another form, or if `loops` is empty because several loops of the nest
/// change the variable. `at` is the location for messages.
void bindReduced(SymbolicState &state, const std::vector<Loop> &loops,
                 const clang::ValueDecl &variable, const Value &value, const Value &old,
                 clang::SourceLocation at);

/// Replaces the value of each reduction by a constant if the stopping condition of `step` does not
/// use the reduction. It then reads no cells. All reductions stay in the list and keep their
/// numbers.
void dropUnusedReductions(Step &step);

} // namespace stencilc::lift
