/// \file Updates: targets, order of stages, values.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every update to a stage, in source order: first all targets (what may be updated, once,
/// and only as `u[t+1]`), then the values, each of which may read the t+1 of the stages above it.
/// Lets that no update reads are checked too. Needs everything else of the program.
void lowerStages(Unit &unit);

/// Whether a let of this value deserves its name: a bare read or number reads better as itself.
bool isWorthNaming(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
