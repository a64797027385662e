/// \file Queries about data that exist only within a time step: local fields, repeated stages,
/// surveys.
#pragma once

#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// Returns the fields that are kept between steps, in order: all but the local ones.
std::vector<FieldId> storedFields(const Program &program);

/// Returns the repeat that contains the stage, or null.
const Repeat *repeatOf(const Program &program, StageId stage);

/// Returns the survey that computes the reduction, or null if it belongs to a report or a rule.
const Survey *surveyOf(const Program &program, ReductionId reduction);

/// A carry and the repeat that it belongs to; both null if there is none.
struct CarryOf {
  const Repeat *repeat = nullptr;
  const Carry *carry = nullptr;
};
CarryOf carryInto(const Program &program, FieldId field);

/// Returns whether `stage` is one of the stages that `repeat` repeats.
inline bool isWithin(const Repeat &repeat, StageId stage) {
  return repeat.first <= stage && stage <= repeat.last;
}

} // namespace stencilc::ir
