/// \file Facts about symbolic values that need no evaluation.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Returns the node of `value`. For a local variable this is the node of the value that it holds.
const Node &plainNode(const Step &step, const Value &value);

/// Returns whether `a` and `b` are the same computation on the same numbers and cells. Conversions
/// from f32 to f64 are ignored, because they are exact.
bool areSame(const Step &step, const Value &a, const Value &b);

/// Returns whether `value` is certainly at least 0 in all cells, if it is no NaN.
bool isNonNegative(const Step &step, const Value &value);

/// Returns the number if `value` is a literal; else `nullopt`.
std::optional<double> writtenNumber(const Step &step, const Value &value);

} // namespace stencilc::lift
