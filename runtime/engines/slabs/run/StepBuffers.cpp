/// \file Tracks which buffer holds each time level of each field within a time step.
#include "runtime/engines/slabs/run/StepBuffers.h"

namespace stencilc::inline STENCILC_SPACE {

std::vector<BufferedField> bufferedFields(const ProgramDescription &program) {
  std::vector<BufferedField> fields;
  for (int f = 0; f < program.fieldCount; ++f) {
    const FieldDescription &field = program.fields[f];
    fields.push_back({{field.levels, field.buffers, field.updated}});
  }
  for (int i = 0; i < program.localCount; ++i) {
    const LocalDescription &local = program.locals[i];
    const bool isOwn = local.field == program.fieldCount + i;
    fields.push_back({{1, 1, false}, isOwn ? -1 : local.field, local.level});
  }
  return fields;
}

SlabBuffer StepBuffers::placeOf(int field, int level) const {
  const BufferedField &of = at(field);
  return of.heldBy >= 0
             ? placeOf(of.heldBy, of.heldLevel)
             : SlabBuffer{field, of.use.buffer(now[static_cast<std::size_t>(field)], level)};
}

SlabBuffer StepBuffers::of(int field, int level) const {
  const SlabBuffer &iterate = made[static_cast<std::size_t>(field)];
  return level == 1 && iterate.field >= 0 ? iterate : placeOf(field, level);
}

void StepBuffers::carry(const CarryDescription &carry, std::int64_t iteration, std::int64_t count) {
  const bool isLast = (count - 1 - iteration) % 2 == 0;
  iterate(carry.previous) = iteration > 0 ? iterate(carry.target) : of(carry.from, carry.level);
  iterate(carry.target) = {};
  iterate(carry.target) = isLast ? of(carry.target, 1) : placeOf(carry.previous, 1);
}

std::optional<std::pair<SlabBuffer, SlabBuffer>>
StepBuffers::endCarry(const CarryDescription &carry) {
  const SlabBuffer last = iterate(carry.target), wanted = placeOf(carry.target, 1);
  iterate(carry.previous) = iterate(carry.target) = {};
  if (last.field < 0 || last == wanted)
    return {};
  return std::pair(last, wanted);
}

void StepBuffers::rotate() {
  for (std::size_t f = 0; f < fields.size(); ++f)
    now[f] = fields[f].use.rotated(now[f], 1);
}

void StepBuffers::restart() {
  now.assign(fields.size(), 0);
  made.assign(fields.size(), {});
}

} // namespace stencilc::inline STENCILC_SPACE
