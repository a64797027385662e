/// \file Lowers `report` statements, and `until` statements, which end the run.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every `report` and `until` statement with its reductions over the grid. Equal reductions
/// are lowered once. Precondition: all stages (update statements) are lowered, because a reduction
/// can read t+1 of any field.
void lowerChecks(Unit &unit);

} // namespace stencilc::sema
