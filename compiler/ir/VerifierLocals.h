/// \file The promises about what exists inside of a step only.
#pragma once

#include "ir/VerifierExpressions.h"

namespace stencilc::ir {

/// Local fields: their place behind all others, one level, no start, no frozen cells. Repeats: in
/// order, apart, with carries that join fields alike. All ids are in range.
void checkLocals(const Program &program, const Broken &broken);

} // namespace stencilc::ir
