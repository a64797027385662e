/// \file Finds C pointers that have exchanged arrays at the end of a step. Such arrays are time
/// levels (copies in time) of one field.
#pragma once

#include "lift/memory/ArrayTable.h"

namespace stencilc::lift {

/// Sets `rotation` of the step: for each array, the array to whose memory its pointer points at the
/// end of the step. `before` has the symbolic values of all names at the start.
void findRotation(SymbolicState &state, const ArrayTable &arrays, const Bindings &before);

} // namespace stencilc::lift
