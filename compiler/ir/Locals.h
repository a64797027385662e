/// \file What a program has inside of a step only: local fields, stages that run several times,
/// numbers of the whole grid.
#pragma once

#include "ir/Program.h"
#include <vector>

namespace stencilc::ir {

/// The fields that are kept between steps: all but local ones, in their order.
std::vector<FieldId> storedFields(const Program &program);

/// The repeat that the stage belongs to, or null.
const Repeat *repeatOf(const Program &program, StageId stage);

/// The survey that finds the number, or null: it is one of a report or a rule.
const Survey *surveyOf(const Program &program, ReductionId reduction);

/// What fills `field` from the iteration before, or null; and the repeat that it belongs to.
struct CarryOf {
  const Repeat *repeat = nullptr;
  const Carry *carry = nullptr;
};
CarryOf carryInto(const Program &program, FieldId field);

/// Whether the stage stands between the first and the last one of `repeat`.
inline bool isWithin(const Repeat &repeat, StageId stage) {
  return repeat.first <= stage && stage <= repeat.last;
}

} // namespace stencilc::ir
