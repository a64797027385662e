/// \file Values of the whole grid: what a nest leaves in a variable that it does not write to
/// cells.
#pragma once

#include "lift/SymbolicState.h"

namespace stencilc::lift {

/// Binds a variable that the nest at `at` has changed from `old` to `value`: to a reduction of the
/// step over `loops`, those around all changes, or to what nobody can follow. No loops: changes
/// stand in loops of different depth.
void bindReduced(SymbolicState &state, const std::vector<Loop> &loops,
                 const clang::ValueDecl &variable, const Value &value, const Value &old,
                 clang::SourceLocation at);

/// Gives reductions that the rule of the step does not use a value that uses no cell.
void dropUnusedReductions(Step &step);

} // namespace stencilc::lift
