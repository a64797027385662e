/// \file A number that an expression never falls below, whatever the fields hold.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// The value of `id` is at least this, or NaN; minus infinity if nothing is known. Holds for the
/// rounded value: rounding to nearest keeps the order of numbers.
double lowerBound(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::analysis
