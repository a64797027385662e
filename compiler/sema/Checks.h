/// \file Lowers reports and rules that end the run.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every `report` and `until` with the reductions that they need. Equal reductions are
/// shared. Precondition: all stages are lowered, because a reduction can read t+1 of any field.
void lowerChecks(Unit &unit);

} // namespace stencilc::sema
