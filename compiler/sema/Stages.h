/// \file Lowers updates to stages of the IR.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every update to a stage, in source order. First checks the targets of all updates, then
/// lowers the values, each of which can read t+1 of earlier stages. Also checks lets that no update
/// uses. Precondition: the rest of the program except `report`, `until` and `save` is lowered.
void lowerStages(Unit &unit);

/// Returns whether emitted code should print a value with the name of its let. This is so for
/// operations, not for bare reads or numbers.
bool isWorthNaming(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
