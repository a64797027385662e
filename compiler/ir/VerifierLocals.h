/// \file The verifier's checks of local fields and repeats.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks that local fields come after all others and have one level, no initial value and no
/// frozen cells. Checks that repeats are in order and do not overlap, and that carries join fields
/// of the same kind. Precondition: all ids of expressions and targets are in range.
void checkLocals(const Program &program, const Broken &broken);

} // namespace stencilc::ir
