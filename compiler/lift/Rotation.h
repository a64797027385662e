/// \file Finds pointers that have exchanged arrays at the end of a step: these arrays are time
/// levels.
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

/// Sets `rotation` of the step: for each pointer the array whose memory it points to at the end of
/// the step. `before` holds the bindings of all names at the start.
void findRotation(SymbolicState &state, const ArrayTable &arrays, const Bindings &before);

} // namespace stencilc::lift
