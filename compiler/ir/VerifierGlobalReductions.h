/// \file The verifier's checks of in-step reductions (reductions within a step) and carried
/// scalars.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks that in-step reductions are in order, lie inside of their repeat, and have reductions of
/// their own. Checks that every value that contains an in-step reduction's result is evaluated
/// after the in-step reduction. Precondition: expressions and stages are valid.
void checkGlobalReductions(const Program &program, const Broken &broken);

} // namespace stencilc::ir
