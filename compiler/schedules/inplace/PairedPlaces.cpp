/// \file Coordinates of the cells that an in-place update reads, and the condition that the same
/// time step updates these cells.
#include "schedules/inplace/PairedPlaces.h"
#include "kernel/build/IndexMaps.h"

namespace stencilc::schedules {

using namespace kernel;

/// Returns for each face the number of cells next to it that every update of the program freezes.
/// Frozen cells keep their values.
static Reach frozenOf(const analysis::Facts &facts) {
  return analysis::KernelFacts(facts, 0).commonFrozen.value_or(Reach());
}

static Side sideOf(int displacement) { return displacement < 0 ? Side::Low : Side::High; }

PairedPlaces::PairedPlaces(Builder &k, const analysis::Facts &facts, const InPlaceShape &shape,
                           const std::vector<Term> &cell, bool isInside)
    : k(k), facts(facts), shape(shape), cell(cell), isInside(isInside), frozen(frozenOf(facts)) {
  for (const auto &[field, pair] : shape.fields)
    for (int axis = 0; axis < facts.program.rank() && !isInside; ++axis) {
      const int by = pair.read[axis];
      if (by == 0 || !wraps(facts, field, axis) || wrapped.count({axis, by}))
        continue;
      const Term there = cell[axis] + by;
      const std::string name =
          axisName(axis) + std::string(by < 0 ? "m" : "p") + std::to_string(std::abs(by));
      wrapped.emplace(
          std::pair(axis, by),
          k.define(name, {Type::Int},
                   select(k.face(there, axis, sideOf(by), 0),
                          wrappedIndex(k, analysis::IndexMap::Periodic, axis, sideOf(by), there),
                          there)));
    }
}

Term PairedPlaces::along(ir::FieldId field, int axis) const {
  const int by = shape.fields.at(field).read[axis];
  const bool isWrapped = !isInside && by && wraps(facts, field, axis);
  return isWrapped ? wrapped.at({axis, by}) : cell[axis] + by;
}

std::vector<Term> PairedPlaces::of(ir::FieldId field) const {
  std::vector<Term> at;
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    at.push_back(along(field, axis));
  return at;
}

std::optional<Term> PairedPlaces::isUpdated(ir::FieldId field) const {
  std::vector<Term> all;
  for (int axis = 0; axis < facts.program.rank() && !isInside; ++axis) {
    const int by = shape.fields.at(field).read[axis];
    if (by == 0)
      continue; // the offset is 0: the cell itself is updated
    const Term at = along(field, axis);
    const bool isPeriodic = wraps(facts, field, axis);
    for (Side side : {Side::Low, Side::High})
      if (isPeriodic ? frozen.of(axis, side) > 0 : side == sideOf(by))
        all.push_back(k.face(at, axis, side, frozen.of(axis, side), true));
  }
  return allOf(all);
}

Reach marginOf(const analysis::Facts &facts, const InPlaceShape &shape, bool mayWrap) {
  const Reach frozen = frozenOf(facts);
  Reach margin;
  for (const auto &[field, pair] : shape.fields)
    for (int axis = 0; axis < facts.program.rank(); ++axis) {
      const int by = pair.read[axis];
      const int keeps = frozen.of(axis, sideOf(by));
      const bool isHarmless =
          mayWrap && wraps(facts, field, axis) && frozen.low[axis] + frozen.high[axis] == 0;
      if (by && !isHarmless) {
        int &width = by < 0 ? margin.low[axis] : margin.high[axis];
        width = std::max(width, std::abs(by) + keeps);
      }
    }
  return margin;
}

} // namespace stencilc::schedules
