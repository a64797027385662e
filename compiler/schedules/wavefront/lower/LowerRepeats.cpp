/// \file Emits the stores of ghost cells beyond mirror and copy faces.
///
/// When a cell is computed, it is also stored for every ghost cell that has the same value.
#include "ir/Walk.h"
#include "kernel/build/IndexMaps.h"
#include "schedules/wavefront/faces/Frozen.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/lower/Finish.h"

namespace stencilc::schedules {

using namespace kernel;

/// Returns how many of the fused time steps must also store their new cells of `field` as ghost
/// cells beyond mirror and copy faces. The last time step counts only if a stage reads its new
/// cells.
static int repeatingSteps(const Wave &wave, ir::FieldId field) {
  for (const ir::Stage &stage : wave.program.stages)
    for (ir::ExprId id : ir::reachableFrom(wave.program, {stage.value}))
      if (const auto *read = std::get_if<ir::Read>(&wave.program[id].node))
        if (read->level == 1 && read->field == field)
          return wave.shape.plan.steps;
  return wave.shape.plan.steps - 1;
}

namespace {
/// A mirror or copy face of x or y: how many cells beyond it are read, and the condition that the
/// tile extends beyond it.
struct RepeatingFace {
  int reach;
  Side side;
  Term isOutside;
};
} // namespace

/// Returns the mirror and copy faces of `field` along `axis` beyond which updates read. `first` is
/// the coordinate of the first cell of the tile.
static std::vector<RepeatingFace> facesAlong(const WaveStep &step, ir::FieldId field, int axis,
                                             const Term &first) {
  std::vector<RepeatingFace> faces;
  const Term cells = axis == 0 ? step.c.tileX : step.c.tileY;
  for (Side side : {Side::Low, Side::High})
    if (const int reach = repeatedReach(step.wave.facts, field, axis, side))
      faces.push_back(
          {reach, side, step.k.face(side == Side::Low ? first : first + cells - 1, axis, side, 0)});
  return faces;
}

/// Returns the coordinate along `axis` of ghost cell number `at` beyond a face (1: the nearest),
/// and that of the cell whose value the ghost cell has.
static std::pair<Term, Term> repeated(const WaveStep &step, ir::FieldId field, int axis, Side side,
                                      const Term &at) {
  Builder &k = step.k;
  const Term cell = side == Side::Low ? k.number(0) - at : k.extent(axis) - 1 + at;
  const analysis::IndexMap map = step.wave.facts.faces.at(field, axis, side).anyMap();
  return {cell, wrappedIndexOfAny(k, map, axis, cell)};
}

void repeatAtFaces(const WaveStep &st, const Term &array, ir::FieldId field,
                   const WaveMargins &margins) {
  const auto repeats = [&](Side side) { return repeatedReach(st.wave.facts, field, 0, side) > 0; };
  const Term x = st.get(st.state.thread.x);
  const auto at = [&](const Term &cell) { return array[cell + margins.left]; };
  const auto assign = [&](const Term &isAtFace, const Term &to, const Term &from) {
    st.k.assign(to, select(isAtFace, from, to));
  };
  if (margins.left && repeats(Side::Low)) // lanes begin at x = 0
    assign(x == 0, array[margins.left - 1], array[margins.left]);
  if (margins.right && repeats(Side::High))
    st.k.forEach("i", 0, st.c.cells, Repeat::Unrolled,
                 [&](const Term &i) { assign(x + i == st.k.extent(0) - 1, at(i + 1), at(i)); });
}

void WaveRepeats::repeat(const Term &cells, const Term &t, const Term &j, const Term &plane) const {
  const int steps = repeatingSteps(wave, field);
  if (steps == 0)
    return;
  if (wave.isRank3() && repeatsOutermost(wave.facts, 0)) // reads replace them by the cell itself
    return repeatPlanes(cells, t, j, plane, steps);
  const Term left = step.isLine() ? k.call(wave.leftOf, {plane}) : step.get(step.state.tile.left);
  for (const RepeatingFace &face : facesAlong(step, field, 0, left))
    k.whenConstant(step.isLine() ? step.isEdge : step.isEdgeTile, [&] {
      k.when(t < steps && face.isOutside, [&] {
        k.forEach(
            "at", 1, face.reach + 1, Repeat::Unrolled,
            [&](const Term &at) {
              const auto [cell, source] = repeated(step, field, 0, face.side, at);
              k.run(k.call(Primitive::RepeatCell,
                           {cells, step.get(step.state.thread.lane), cell - left, source - left},
                           wave.withLanes<Term>({step.c.cells})));
            },
            "cells beyond the face are copies of those inside");
      });
    });
  repeatPlanes(cells, t, j, plane, steps);
}

/// Emits copies between registers that set the planes beyond mirror and copy faces of the swept
/// axis.
void WaveRepeats::repeatPlanes(const Term &cells, const Term &t, const Term &j, const Term &plane,
                               int steps) const {
  const int along = wave.along;
  const analysis::FieldFaces &faces = wave.facts.faces[field];
  const analysis::IndexMap atHigh = faces.at(along, Side::High).anyMap(),
                           atLow = faces.at(along, Side::Low).anyMap();
  const int high = repeatedReach(wave.facts, field, along, Side::High),
            low = repeatedReach(wave.facts, field, along, Side::Low);
  std::vector<std::pair<int, int>> lowPlanes; // by ghost plane: source plane, its age
  for (int beyond = 1; beyond <= low; ++beyond)
    if (const int source = wrappedIndex(atLow, beyond);
        beyond + source <= wave.shape.skew->ages.at(field))
      lowPlanes.push_back({source, beyond + source}); // else never read
  if (!high && lowPlanes.empty())
    return;
  const Term line = step.inRegisters(step.state.registers.line.at(field));
  k.whenConstant(step.isEdge, [&] {
    k.when(t < steps, [&] {
      k.note(std::string(wave.planeName()) + "s beyond the face are copies of those inside.");
      const Term moving = k.define("moving", {Type::Unsigned}, movingCells(j));
      const auto copyWhere = [&](const Term &to, const Term &from) {
        k.run(k.call(Primitive::CopyWhere, {to, from, moving}, {step.c.cells}));
      };
      const auto at = [&](int age) { return line[k.number(age)][t + 1][j]; };
      for (int beyond = 1; beyond <= high; ++beyond)
        k.when(plane == k.extent(along) + (beyond - 1),
               [&] { copyWhere(cells, at(ageOfRepeated(atHigh, beyond))); });
      for (const auto &[source, age] : lowPlanes)
        k.when(plane == source, [&, age = age] { copyWhere(at(age), cells); });
    });
  });
}

/// Returns a bit mask of the thread's cells of row `j`. Bit i is set if cell i is not frozen
/// (frozen cells keep their old values).
Term WaveRepeats::movingCells(const Term &j) const {
  const Term all = hasFrozen(0) ? ~step.get(step.state.faces.frozenCells.at(field)) : ~k.bits(0);
  return !hasFrozen(1)
             ? all
             : select(step.get(step.state.faces.frozenRows.at(field)) >> j & 1, k.bits(0), all);
}

void WaveRepeats::publish(const Term &cells, const Term &t, const Term &j) const {
  const WaveState &state = step.state;
  const Term y = k.define("y", {Type::Int}, step.get(state.thread.y) + j);
  const Term rows =
      k.alias("rows", wave.cellOf(field), step.newPlane(field, t + 1, step.get(state.clock.count)),
              {step.c.tileY, step.c.tileX});
  const Term frozen = hasFrozen(0) ? step.get(state.faces.frozenCells.at(field)) : k.bits(0);
  const auto storeWhere = [&](const Term &row, const Term &which) {
    k.run(k.call(Primitive::StoreWhere, {rows[row][step.firstCell()].address(), cells, which},
                 {step.c.cells}));
  };
  std::vector<Term> outside;
  const auto faces = facesAlong(step, field, 1, step.get(state.tile.bottom));
  for (const RepeatingFace &face : faces)
    outside.push_back(k.face(y, 1, face.side, 0));
  storeWhere(step.get(state.thread.row) + j, select(*anyOf(outside), frozen, ~k.bits(0)));
  for (const RepeatingFace &face : faces)
    k.forEach(
        "at", 1, face.reach + 1, Repeat::Rolled,
        [&](const Term &at) {
          const auto [cell, source] = repeated(step, field, 1, face.side, at);
          const Term row = k.define("row", {Type::Int}, cell - step.get(state.tile.bottom));
          k.when(y == source && row >= 0 && row < step.c.tileY, [&] { storeWhere(row, ~frozen); });
        },
        "rows beyond the face are copies of those inside");
}

bool WaveRepeats::hasFrozen(int axis) const {
  for (const FrozenFace &face : frozenFaces(wave.facts, wave.shape, stage.stage))
    if (face.axis == axis && axis != wave.along)
      return true;
  return false;
}

} // namespace stencilc::schedules
