/// \file Queries about parts of a time step: local fields, repeats (loops over stages), and in-step
/// reductions (reductions over the grid whose results later stages need).
#include "ir/Locals.h"

namespace stencilc::ir {

std::vector<FieldId> storedFields(const Program &program) {
  std::vector<FieldId> stored;
  for (FieldId id : program.fields.ids())
    if (!program.fields[id].isLocal)
      stored.push_back(id);
  return stored;
}

const Repeat *repeatOf(const Program &program, StageId stage) {
  for (const Repeat &repeat : program.repeats)
    if (isWithin(repeat, stage))
      return &repeat;
  return nullptr;
}

const GlobalReduction *globalReductionOf(const Program &program, ReductionId reduction) {
  for (const GlobalReduction &globalReduction : program.globalReductions)
    for (ReductionId id : globalReduction.reductions)
      if (id == reduction)
        return &globalReduction;
  return nullptr;
}

CarryOf carryInto(const Program &program, FieldId field) {
  for (const Repeat &repeat : program.repeats)
    for (const Carry &carry : repeat.carries)
      if (carry.previous == field)
        return {&repeat, &carry};
  return {};
}

} // namespace stencilc::ir
