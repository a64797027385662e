/// \file Queries about parts of a time step: local fields, repeats (loops over stages), and in-step
/// reductions (reductions over the grid whose results later stages need).
#pragma once

#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// Returns the ids of the fields that keep their values between time steps, in ascending order: all
/// fields except local ones (which exist only within a time step).
std::vector<FieldId> storedFields(const Program &program);

/// Returns the `repeat` loop that contains `stage`, or null if the stage is in none.
const Repeat *repeatOf(const Program &program, StageId stage);

/// Returns the in-step reduction (over the grid, within a time step) that computes `reduction`.
/// Returns null if the reduction belongs to a report or a rule (a stopping condition).
const GlobalReduction *globalReductionOf(const Program &program, ReductionId reduction);

/// A value carried from one iteration of a `repeat` loop to the next, and that loop. Both pointers
/// are null if no value is carried.
struct CarryOf {
  const Repeat *repeat = nullptr;
  const Carry *carry = nullptr;
};
CarryOf carryInto(const Program &program, FieldId field);

/// Returns true if `stage` is one of the stages of the loop `repeat`.
inline bool isWithin(const Repeat &repeat, StageId stage) {
  return repeat.first <= stage && stage <= repeat.last;
}

} // namespace stencilc::ir
