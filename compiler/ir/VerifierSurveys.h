/// \file The promises about numbers of the whole grid that a step finds on its way.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Surveys: in order, at places that exist, each with reductions of its own; and whoever needs a
/// number that one finds comes after it. Expressions and stages are in range.
void checkSurveys(const Program &program, const Broken &broken);

} // namespace stencilc::ir
