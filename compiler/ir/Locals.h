/// \file Queries about local fields, repeats (iterations of stages) and in-step reductions
/// (reductions), which exist only within a time step.
#pragma once

#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// Returns the fields that keep their values between time steps, in order. These are all except
/// local fields.
std::vector<FieldId> storedFields(const Program &program);

/// Returns the `repeat` that contains the stage, or null if it is in none.
const Repeat *repeatOf(const Program &program, StageId stage);

/// Returns the in-step reduction that computes the reduction, or null if it belongs to a report or
/// a rule.
const GlobalReduction *globalReductionOf(const Program &program, ReductionId reduction);

/// A value carried between iterations of a `repeat`, and that `repeat`. Both are null if there is
/// none.
struct CarryOf {
  const Repeat *repeat = nullptr;
  const Carry *carry = nullptr;
};
CarryOf carryInto(const Program &program, FieldId field);

/// Returns whether `stage` is one of the stages of `repeat`.
inline bool isWithin(const Repeat &repeat, StageId stage) {
  return repeat.first <= stage && stage <= repeat.last;
}

} // namespace stencilc::ir
