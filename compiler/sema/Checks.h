/// \file Reports and rules that end the run.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every `report` and `until` with the reductions they need; equal reductions become one.
/// Needs all stages: a reduction may read the t+1 of any.
void lowerChecks(Unit &unit);

} // namespace stencilc::sema
