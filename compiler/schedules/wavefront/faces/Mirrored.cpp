/// \file Mirrored faces: ghost cells beyond mirror and copy faces have the values of cells of the
/// grid. A new cell is also stored in every ghost cell that has the same value.
#include "ir/Walk.h"
#include "kernel/build/IndexMaps.h"
#include "schedules/wavefront/faces/FaceMethod.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/lower/Advance.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace kernel;
namespace {

/// Mirror face (ghost cells have the values of cells mirrored at the face) or copy face (ghost
/// cells have the value of the nearest cell) of x or y. `reach` is the number of ghost cells beyond
/// it that updates read. `isOutside` is the condition that the tile extends beyond it.
struct RepeatingFace {
  int reach;
  Side side;
  Term isOutside;
};

/// Boundary method for mirror and copy faces of fields that updates change. It also stores new
/// cells in the ghost cells beyond these faces.
class Mirrored : public FaceMethod {
public:
  using FaceMethod::FaceMethod;

  void restore(const NewRow &row) const override;
  void publish(const NewRow &row, const Emit &plain) const override;
  void fillMargins(const WaveStep &step, const Term &array, ir::FieldId field,
                   const WaveMargins &margins) const override;
  std::optional<Term> repeatsOwn(const WaveStep &step, const RowBeside &row) const override;
  int layer(int axis, Side side) const override;

private:
  int reach(ir::FieldId field, int axis, Side side) const {
    return repeatedReach(wave.facts, field, axis, side);
  }
  int repeatingSteps(ir::FieldId field) const;
  std::vector<RepeatingFace> facesAlong(const WaveStep &step, ir::FieldId field, int axis,
                                        const Term &first) const;
  std::pair<Term, Term> repeated(const WaveStep &step, ir::FieldId field, const RepeatingFace &face,
                                 int axis, const Term &at) const;
  void repeatCells(const NewRow &row, int steps) const;
  void repeatPlanes(const NewRow &row, int steps) const;
  void publishRows(const NewRow &row) const;
  Term movingCells(const NewRow &row) const;
};

/// Returns how many of the fused time steps, counted from the first, must also store new cells of
/// `field` in ghost cells beyond mirror and copy faces. These are all steps if a stage reads new
/// cells of the same step, otherwise all but the last.
int Mirrored::repeatingSteps(ir::FieldId field) const {
  for (const ir::Stage &stage : wave.program.stages)
    for (ir::ExprId id : ir::reachableFrom(wave.program, {stage.value}))
      if (const auto *read = std::get_if<ir::Read>(&wave.program[id].node))
        if (read->level == 1 && read->field == field)
          return wave.shape.plan.steps;
  return wave.shape.plan.steps - 1;
}

/// Returns the mirror and copy faces of `field` along `axis` beyond which updates read. `first` is
/// the coordinate of the first cell of the tile along `axis`, which the conditions in the result
/// compare with the face. `step` is the code builder.
std::vector<RepeatingFace> Mirrored::facesAlong(const WaveStep &step, ir::FieldId field, int axis,
                                                const Term &first) const {
  std::vector<RepeatingFace> faces;
  const Term cells = axis == 0 ? step.c.tileX : step.c.tileY;
  for (Side side : {Side::Low, Side::High})
    if (const int beyond = reach(field, axis, side))
      faces.push_back({beyond, side,
                       step.k.face(side == Side::Low ? first : first + cells - 1, axis, side, 0)});
  return faces;
}

/// Returns two coordinates along `axis`: that of ghost cell number `at` of `field` beyond `face` (1
/// is next to the face), and that of the cell of the grid whose value this ghost cell has. `step`
/// is the code builder.
std::pair<Term, Term> Mirrored::repeated(const WaveStep &step, ir::FieldId field,
                                         const RepeatingFace &face, int axis,
                                         const Term &at) const {
  Builder &k = step.k;
  const Term cell = face.side == Side::Low ? k.number(0) - at : k.extent(axis) - 1 + at;
  const analysis::IndexMap map = wave.facts.faces.at(field, axis, face.side).anyMap();
  return {cell, wrappedIndexOfAny(k, map, axis, cell)};
}

/// Emits assignments to those margin cells in `array` that lie beyond mirror and copy faces of x.
/// Margin cells lie left and right of a thread's own cells; `margins` has their numbers. Each one
/// gets the value of the cell at the face. Emits nothing with fewer than three axes, or if ghost
/// cells may have values of other cells. `st` is the code builder.
void Mirrored::fillMargins(const WaveStep &st, const Term &array, ir::FieldId field,
                           const WaveMargins &margins) const {
  if (!wave.isRank3() || !repeatsOutermost(wave.facts, 0))
    return;
  const Term x = st.get(st.state.thread.x);
  const auto at = [&](const Term &cell) { return array[cell + margins.left]; };
  const auto assign = [&](const Term &isAtFace, const Term &to, const Term &from) {
    st.k.assign(to, select(isAtFace, from, to));
  };
  st.k.whenConstant(st.isEdgeTile, [&] {
    if (margins.left && reach(field, 0, Side::Low)) // lanes begin at x = 0
      assign(x == 0, array[margins.left - 1], array[margins.left]);
    if (margins.right && reach(field, 0, Side::High))
      st.k.forEach("i", 0, st.c.cells, Repeat::Unrolled,
                   [&](const Term &i) { assign(x + i == st.k.extent(0) - 1, at(i + 1), at(i)); });
  });
}

std::optional<Term> Mirrored::repeatsOwn(const WaveStep &step, const RowBeside &row) const {
  std::vector<Term> beyond;
  const auto add = [&](Side side, bool isThere) {
    if (!isThere || !reach(row.field, 1, side))
      return;
    Term isOut = step.k.face(step.get(step.state.thread.y) + row.at, 1, side, 0);
    if (row.dy) // the displacement is a parameter
      isOut = (side == Side::Low ? *row.dy < 0 : *row.dy >= 1) && isOut;
    beyond.push_back(isOut);
  };
  add(Side::Low, row.isLow), add(Side::High, row.isHigh);
  return anyOf(beyond);
}

/// Returns how many planes next to the low face of the swept axis may have the same values as ghost
/// planes beyond it. Returns 0 for other faces, and with one axis.
int Mirrored::layer(int axis, Side side) const {
  int planes = 0;
  if (wave.rank() == 1 || axis != wave.along || side != Side::Low)
    return planes;
  for (ir::FieldId id : wave.program.fields.ids())
    if (const int beyond = reach(id, axis, side)) {
      const analysis::IndexMap map = wave.facts.faces.at(id, axis, side).anyMap();
      planes = std::max(planes, 1 + wrappedIndex(map, beyond));
    }
  return planes;
}

/// Emits copies of the new cells of `row` to the ghost cells beyond mirror and copy faces that have
/// the same values. These ghost cells lie in the same row beyond faces of x, or in planes beyond
/// faces of the swept axis. Ghost rows beyond faces of y are stored by publish().
void Mirrored::restore(const NewRow &row) const {
  const int steps = repeatingSteps(row.field);
  if (steps == 0)
    return;
  if (!wave.isRank3() || !repeatsOutermost(wave.facts, 0)) // else reads use the cell itself
    repeatCells(row, steps);
  repeatPlanes(row, steps);
}

/// Emits copies of cells of `row` to the ghost cells beyond faces of x with the same values. They
/// are executed only in the first `steps` of the fused time steps.
void Mirrored::repeatCells(const NewRow &row, int steps) const {
  const WaveStep &step = row.step;
  Builder &k = step.k;
  const Term left =
      step.isLine() ? k.call(wave.functions.leftOf, {row.plane}) : step.get(step.state.tile.left);
  for (const RepeatingFace &face : facesAlong(step, row.field, 0, left))
    k.whenConstant(step.isLine() ? step.isEdge : step.isEdgeTile, [&] {
      k.when(row.t < steps && face.isOutside, [&] {
        k.forEach(
            "at", 1, face.reach + 1, Repeat::Unrolled,
            [&](const Term &at) {
              const auto [cell, source] = repeated(step, row.field, face, 0, at);
              k.run(
                  k.call(Primitive::RepeatCell,
                         {row.cells, step.get(step.state.thread.lane), cell - left, source - left},
                         wave.withLanes<Term>({step.c.cells})));
            },
            "cells beyond the face are copies of those inside");
      });
    });
}

/// Emits copies between registers of a thread that set its cells in ghost planes beyond mirror and
/// copy faces of the swept axis. They are executed only in the first `steps` of the fused time
/// steps. Frozen cells (which keep their values) are not copied.
void Mirrored::repeatPlanes(const NewRow &row, int steps) const {
  const WaveStep &step = row.step;
  Builder &k = step.k;
  const int along = wave.along;
  const analysis::FieldFaces &faces = wave.facts.faces[row.field];
  const analysis::IndexMap atHigh = faces.at(along, Side::High).anyMap(),
                           atLow = faces.at(along, Side::Low).anyMap();
  const int high = reach(row.field, along, Side::High), low = reach(row.field, along, Side::Low);
  std::vector<std::pair<int, int>> lowPlanes; // by ghost plane: source plane, its age
  for (int beyond = 1; beyond <= low; ++beyond)
    if (const int source = wrappedIndex(atLow, beyond);
        beyond + source <= wave.shape.skew->ages.at(row.field))
      lowPlanes.push_back({source, beyond + source}); // else never read
  if (!high && lowPlanes.empty())
    return;
  const Term line = step.inRegisters(step.state.registers.line.at(row.field));
  k.whenConstant(step.isEdge, [&] {
    k.when(row.t < steps, [&] {
      k.note(std::string(wave.planeName()) + "s beyond the face are copies of those inside.");
      const Term moving = k.define("moving", {Type::Unsigned}, movingCells(row));
      const auto copyWhere = [&](const Term &to, const Term &from) {
        k.run(k.call(Primitive::CopyWhere, {to, from, moving}, {step.c.cells}));
      };
      const auto at = [&](int age) { return line[k.number(age)][row.t + 1][row.j]; };
      for (int beyond = 1; beyond <= high; ++beyond)
        k.when(row.plane == k.extent(along) + (beyond - 1),
               [&] { copyWhere(row.cells, at(ageOfRepeated(atHigh, beyond))); });
      for (const auto &[source, age] : lowPlanes)
        k.when(row.plane == source, [&, age = age] { copyWhere(at(age), row.cells); });
    });
  });
}

/// Returns a bit mask of the thread's cells of `row`. Bit i is set if cell i is not frozen, so that
/// its ghost cells (beyond the grid) must change with it. Bit i is 0 if cell i keeps its old value.
Term Mirrored::movingCells(const NewRow &row) const {
  const auto kept = [&](int axis) { return wave.methods.keptMask(row.stage, axis); };
  Builder &k = row.step.k;
  const std::optional<Term> cells = kept(0), rows = kept(1);
  const Term all = cells ? ~*cells : ~k.bits(0);
  return rows ? select(*rows >> row.j & 1, k.bits(0), all) : all;
}

void Mirrored::publish(const NewRow &row, const Emit &plain) const {
  if (wave.along != 2 || !(reach(row.field, 1, Side::Low) || reach(row.field, 1, Side::High)))
    return plain();
  row.step.k.whenConstant(row.step.isEdgeTile, [&] { publishRows(row); }, plain);
}

/// Emits the stores of `newRow` to the plane in shared memory that other threads read: to its own
/// row, and to the ghost rows beyond faces of y that have the same values.
void Mirrored::publishRows(const NewRow &newRow) const {
  const WaveStep &step = newRow.step;
  const WaveState &state = step.state;
  Builder &k = step.k;
  const ir::FieldId field = newRow.field;
  const Term y = k.define("y", {Type::Int}, step.get(state.thread.y) + newRow.j);
  const Term rows = k.alias("rows", wave.cellOf(field),
                            step.newPlane(field, newRow.t + 1, step.get(state.clock.count)),
                            {step.c.tileY, step.c.tileX});
  const Term kept = wave.methods.keptMask(newRow.stage, 0).value_or(k.bits(0));
  const auto storeWhere = [&](const Term &row, const Term &which) {
    k.run(k.call(Primitive::StoreWhere,
                 {rows[row][step.firstCell()].address(), newRow.cells, which}, {step.c.cells}));
  };
  std::vector<Term> outside;
  const auto faces = facesAlong(step, field, 1, step.get(state.tile.bottom));
  for (const RepeatingFace &face : faces)
    outside.push_back(k.face(y, 1, face.side, 0));
  storeWhere(step.get(state.thread.row) + newRow.j, select(*anyOf(outside), kept, ~k.bits(0)));
  for (const RepeatingFace &face : faces)
    k.forEach(
        "at", 1, face.reach + 1, Repeat::Rolled,
        [&](const Term &at) {
          const auto [cell, source] = repeated(step, field, face, 1, at);
          const Term row = k.define("row", {Type::Int}, cell - step.get(state.tile.bottom));
          k.when(y == source && row >= 0 && row < step.c.tileY, [&] { storeWhere(row, ~kept); });
        },
        "rows beyond the face are copies of those inside");
}

} // namespace

std::unique_ptr<FaceMethod> makeMirrored(Wave &wave) {
  for (int axis = 0; axis < wave.rank(); ++axis)
    if (repeatsAlong(wave.facts, axis))
      return std::make_unique<Mirrored>(wave);
  return nullptr;
}

} // namespace stencilc::schedules
