/// \file Declares the time step of a stencil and its series.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Finds the only `timestep` statement, and declares all series.
void declareTime(Unit &unit);

/// Reports a time step that differs between cells or steps. Precondition: parameters are declared.
void checkTimestep(Unit &unit);

} // namespace stencilc::sema
