/// \file Pointers that have the memory of other arrays after a step: time levels.
#pragma once

#include "lift/ArrayTable.h"

namespace stencilc::lift {

/// Says in the step which array's memory each pointer has at its end; `before` is what names stood
/// for when it began.
void findRotation(SymbolicState &state, const ArrayTable &arrays, const Bindings &before);

} // namespace stencilc::lift
