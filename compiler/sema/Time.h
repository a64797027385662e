/// \file The time step of a stencil and its series.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Finds the time step, of which there is at most one, and declares series.
void declareTime(Unit &unit);

/// Reports a time step that is not the same in all cells and steps; parameters must be known.
void checkTimestep(Unit &unit);

} // namespace stencilc::sema
