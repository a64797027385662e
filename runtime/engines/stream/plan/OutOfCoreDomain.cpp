/// \file Sizes of an out-of-core domain and of its ring buffers.
#include "runtime/engines/stream/plan/OutOfCoreDomain.h"

namespace stencilc::inline STENCILC_SPACE {

bool keepsPlanes(const StreamDescription &stream) {
  return stream.residentPercent > 0 ||
         (stream.residentPercent < 0 && std::string_view(stream.method) == "resident");
}

std::vector<TraversedField> usesOf(const ProgramDescription &program) {
  std::vector<TraversedField> uses;
  for (int i = 0; i < program.fieldCount; ++i) {
    const FieldDescription &field = program.fields[i];
    uses.push_back({field.levels, field.buffers, field.updated});
  }
  for (int i = 0; i < program.localCount; ++i) {
    const bool isOwn = program.locals[i].field == program.fieldCount + i;
    uses.push_back({0, isOwn, isOwn});
  }
  return uses;
}

std::uint64_t RingLayout::bytesOf(const std::vector<FieldRing> &rings) const {
  std::uint64_t sum = 0;
  for (const FieldRing &ring : rings)
    sum += bytesOf(ring);
  return sum;
}

TraversalShape OutOfCoreDomain::shapeHere(TraversalShape shape) const {
  if (!isShared())
    return shape;
  shape.planes = planes();
  shape.cutLow = goesOn(SlabSide::Low);
  shape.cutHigh = goesOn(SlabSide::High);
  return shape;
}

double OutOfCoreDomain::bytesIn() const {
  double bytes = 0;
  for (int i = 0; i < program->fieldCount; ++i)
    bytes += double(planeBytes(i)) * uses[i].levels;
  return bytes;
}

double OutOfCoreDomain::bytesOut() const {
  double bytes = 0;
  for (int i = 0; i < program->fieldCount; ++i)
    bytes += uses[i].isUpdated ? double(planeBytes(i)) * uses[i].levels : 0;
  return bytes;
}

RingLayout OutOfCoreDomain::ringLayout(int rowsOnDevice) const {
  RingLayout layout;
  for (int i = 0; i < static_cast<int>(uses.size()); ++i) {
    layout.pitches.push_back(ringPitch(rowBytes(i) * std::uint64_t(rowsOnDevice), ringUnit));
    layout.unit = std::lcm(layout.unit, layout.pitches.back().planes);
  }
  return layout;
}

} // namespace stencilc::inline STENCILC_SPACE
