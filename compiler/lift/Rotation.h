/// \file Finds pointers that have exchanged arrays at the end of a step: these arrays are time
/// levels.
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

/// Sets `rotation` of the step: for each pointer the array that it points to at the end. `before`
/// holds the values of all names at the start of the step.
void findRotation(SymbolicState &state, const ArrayTable &arrays, const Bindings &before);

} // namespace stencilc::lift
