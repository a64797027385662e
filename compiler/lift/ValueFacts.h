/// \file What can be told of values without computing them.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

/// The node of a value, of a local variable that of its value.
const Node &plainNode(const Step &step, const Value &value);

/// Whether two values are computed alike from the same numbers and cells. Widening is looked
/// through, as it changes no number.
bool areSame(const Step &step, const Value &a, const Value &b);

/// Whether a value that is no NaN is at least 0 in all cells.
bool isNonNegative(const Step &step, const Value &value);

/// The number that is written down, if the value is one.
std::optional<double> writtenNumber(const Step &step, const Value &value);

} // namespace stencilc::lift
