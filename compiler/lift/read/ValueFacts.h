/// \file Facts about symbolic values, found without evaluation.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// Returns the node of `value`. For a local variable, returns the node of the variable's value.
const Node &plainNode(const Step &step, const Value &value);

/// Returns true if `a` and `b` are the same computation on the same numbers and cells. Conversions
/// from f32 to f64 are ignored, because they are exact.
bool areSame(const Step &step, const Value &a, const Value &b);

/// Returns true if `value` is at least 0 or NaN in all cells, for any data.
bool isNonNegative(const Step &step, const Value &value);

/// Returns the number if `value` is a literal. Returns `nullopt` otherwise.
std::optional<double> writtenNumber(const Step &step, const Value &value);

} // namespace stencilc::lift
