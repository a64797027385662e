/// \file Lowers updates to stages.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every update to a stage, in source order. First checks all targets, then lowers the
/// values, each of which can read t+1 of earlier stages. Also checks lets that no update uses.
/// Precondition: the rest of the program except reports, rules and saves is lowered.
void lowerStages(Unit &unit);

/// Returns whether a value should be printed with the name of its let: it is an operation, not a
/// bare read or number.
bool isWorthNaming(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
