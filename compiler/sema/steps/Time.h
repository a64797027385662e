/// \file Declares the time step of a stencil and its time series.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Finds the only `timestep` statement, and declares all time series. Reports further `timestep`
/// statements.
void declareTime(Unit &unit);

/// Reports a `timestep` whose value differs between cells or steps. Precondition: parameters are
/// declared.
void checkTimestep(Unit &unit);

} // namespace stencilc::sema
