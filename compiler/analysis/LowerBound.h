/// \file Lower bounds of expressions that hold for all values of the fields.
#pragma once

#include "ir/Program.h"

namespace stencilc::analysis {

/// Returns a number that the value of `id` never falls below, unless it is NaN; minus infinity if
/// none is known. The bound holds for the rounded value, because rounding to nearest keeps the
/// order of numbers.
double lowerBound(const ir::Program &program, ir::ExprId id);

} // namespace stencilc::analysis
