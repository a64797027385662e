/// \file The verifier's checks of in-step reductions (reductions over the grid within a time step)
/// and of scalars carried from step to step.
#pragma once

#include "ir/verifier/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks in-step reductions, which run within a time step. They must be in the order of their
/// stages and inside of their `repeat` loop. No Reduction may belong to two of them. A value that
/// contains the result of one must be evaluated after it. Precondition: expressions and stages are
/// valid.
void checkGlobalReductions(const Program &program, const Broken &broken);

} // namespace stencilc::ir
