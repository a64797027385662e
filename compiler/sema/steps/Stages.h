/// \file Lowers update statements to stages of the IR.
#pragma once

#include "sema/Unit.h"

namespace stencilc::sema {

/// Lowers every update to a stage of the IR, in source order. The targets of all updates are
/// checked first. A value can read t+1 of earlier stages. Each `let` that no update uses is
/// checked, too. Precondition: all other statements except `report`, `until` and `save` are
/// lowered.
void lowerStages(Unit &unit);

/// Returns whether emitted code should use the name of a `let` for its value. This is so for
/// operations, not for a single read or number.
bool isWorthNaming(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::sema
