/// \file Values of the whole grid: what a nest leaves in a variable that it does not write to
/// cells.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// Whether `value` is what the variable held when the step or the nest began.
bool isCarried(const Value &value, const std::string &variable);

/// Binds a variable that a nest with such loops has changed from `old` to `value`: to a reduction
/// of the step, or to what nobody can follow.
void bindReduced(SymbolicState &state, const std::vector<Loop> &loops, const Name &variable,
                 Value value, const Value &old);

} // namespace stencilc::lift
