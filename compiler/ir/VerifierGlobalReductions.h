/// \file The verifier's checks of surveys (reductions within a step) and carried scalars.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Checks that surveys are in order, lie inside of their repeat, and have reductions of their own.
/// Checks that every value that contains a survey's result is evaluated after the survey.
/// Precondition: expressions and stages are valid.
void checkGlobalReductions(const Program &program, const Broken &broken);

} // namespace stencilc::ir
