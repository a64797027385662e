/// \file The verifier's checks of in-step reductions (reductions over the grid within a time step)
/// and of scalars carried from step to step.
#pragma once

#include "ir/verifier/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks in-step reductions, which run within a time step. They must be in order, lie inside of
/// their `repeat` loop, and share no reduction. A value that contains a result must be evaluated
/// after the reduction. Precondition: expressions and stages are valid.
void checkGlobalReductions(const Program &program, const Broken &broken);

} // namespace stencilc::ir
