/// \file Frozen faces: emits the code that puts old values back into cells of a new row.
#include "schedules/wavefront/faces/Faces.h"
#include "schedules/wavefront/faces/FrozenMethod.h"
#include "schedules/wavefront/lower/Advance.h"

namespace stencilc::schedules {

using namespace kernel;

/// Returns true if tiles that end exactly with the grid restore frozen cells (which keep their
/// values) of `field` from registers. Returns false if they use copies in shared memory, or restore
/// none.
bool FrozenMethod::holds(ir::FieldId field) const {
  const auto &stores = wave.shape.faces.frozen.stores;
  const auto store = stores.find(field);
  return store != stores.end() && store->second.slots == 0;
}

void FrozenMethod::lowerStage(WaveStep &step, const StageSkew &stage) {
  if (!restores(stage.stage) || step.isLine())
    return;
  Builder &k = step.k;
  const ir::FieldId field = target(stage.stage);
  const auto write = [&] {
    const Term cells = step.cellsParam(field);
    const std::optional<WaveRow> old = oldRow(stage);
    std::optional<Term> before;
    if (old)
      before = step.oldRowParam(*old);
    const Term t = k.param("t", {Type::Int}), j = k.param("j", {Type::Int});
    const Term plane = k.param("plane", {Type::Int});
    const NewRow row{step, stage, field, cells, before, t, j, plane};
    restoreRow(row);
    refix(row);
  };
  parts[stage.stage] =
      step.part(step.nameOf("restore", stage),
                "Restores frozen cells and ghost cells with a fixed boundary value.", write);
}

void FrozenMethod::restore(const NewRow &row) const {
  const WaveStep &step = row.step;
  if (!restores(row.stage.stage))
    return;
  if (step.isLine())
    return restoreAtEnds(row);
  std::vector<Term> arguments = {row.cells};
  if (row.before)
    arguments.push_back(*row.before);
  arguments.insert(arguments.end(), {row.t, row.j, row.plane});
  const Term mayBeFrozen = step.isEdge || step.isEdgeTile;
  step.k.whenConstant(holds(row.field) ? mayBeFrozen || wave.isFlush() : mayBeFrozen,
                      [&] { step.run(parts.at(row.stage.stage), arguments); });
}

/// Emits the definition of the variable `isWhole`, and returns it: the condition that all cells of
/// `row` keep their old values. If frozen cells are in the output already, the condition is false
/// in the last time step.
Term FrozenMethod::isWholeRow(const NewRow &row) const {
  const WaveStep &step = row.step;
  Builder &k = step.k;
  const bool isCopied = wave.shape.faces.frozen.isCopied;
  std::vector<Term> planes;
  for (const FrozenFace &face : facesOf(row.stage.stage))
    if (face.axis == wave.along)
      planes.push_back(k.face(row.plane, face.axis, face.side, face.width));
  const Term frozenRows = step.get(rows.at(row.field));
  const Term isFrozenRow =
      wave.isRank3() ? step.isEdgeTile && (frozenRows >> row.j & 1) : k.truth(false);
  Term frozen = planes.empty() ? isFrozenRow : (step.isEdge && *anyOf(planes)) || isFrozenRow;
  if (holds(row.field) && isCopied) // else a tile is one row
    frozen = frozen || (wave.isFlush() && k.callOfType(layouts.at(row.field), "holdsRow",
                                                       {step.get(step.state.thread.row), row.j}));
  if (isCopied) {
    const Term isLast = k.define("isLast", {Type::Bool},
                                 step.get(step.state.tile.isFlush) && row.t == step.c.steps - 1,
                                 "frozen cells are in memory already");
    frozen = !isLast && frozen;
  }
  return k.define("isWhole", {Type::Bool}, frozen);
}

void FrozenMethod::restoreRow(const NewRow &row) const {
  const WaveStep &step = row.step;
  Builder &k = step.k;
  const WavefrontShape &shape = wave.shape;
  const Term isWhole = isWholeRow(row);
  const auto byCell = [&] { restoreCells(row, isWhole); };
  const auto byRow = [&] {
    k.when(isWhole,
           [&] { step.readRow(row.cells, {row.field, 0}, row.j, row.plane, k.truth(true)); });
  };
  if (shape.faces.frozen.isFromRing || shape.skew->ages.at(row.field) >= shape.skew->lag)
    byCell();
  else if (row.before)
    k.whenConstant(!step.isEdgeTile, byRow, byCell);
  else
    byRow();
}

/// Emits assignments of old values to those cells of `row` that keep them. If the condition
/// `isWhole` is true, these are all cells.
void FrozenMethod::restoreCells(const NewRow &row, const Term &isWhole) const {
  const WaveStep &step = row.step;
  Builder &k = step.k;
  const Term mask = step.get(cells.at(row.field));
  step.forEachCell([&](const Term &i) {
    Term frozen = isWhole | (step.isEdgeTile && (mask >> i & 1));
    if (holds(row.field))
      frozen =
          frozen | (wave.isFlush() && (wave.shape.tile.shiftsCells
                                           ? mask >> i & 1
                                           : k.callOfType(layouts.at(row.field), "holdsCell",
                                                          {step.get(step.state.thread.lane), i})));
    const Term isFrozen = k.define("isFrozen", {Type::Bool}, frozen);
    k.assign(row.cells[i], select(isFrozen, (*row.before)[i], row.cells[i]));
  });
}

/// Emits, for kernels with one axis, code that restores the cells of `row` near the ends of the
/// axis. These are frozen cells (which keep their values), and ghost cells beyond an end with a
/// fixed boundary value.
void FrozenMethod::restoreAtEnds(const NewRow &row) const {
  const WaveStep &step = row.step;
  Builder &k = step.k;
  k.whenConstant(step.isEdge, [&] {
    k.when(!k.call(wave.functions.isInside, {row.plane}), [&] {
      const Term x = k.define("x", {Type::Int}, step.firstX(row.plane));
      const Term frozen = k.array(NameHint("", NameOfView{row.field, 0}, "_frozen"),
                                  wave.cellOf(row.field), {step.c.cells});
      step.readRow(frozen, {row.field, 0}, row.j, row.plane, k.truth(true));
      step.forEachCell([&](const Term &i) {
        std::vector<Term> tests;
        for (const FrozenFace &face : facesOf(row.stage.stage))
          tests.push_back(k.face(x + i, face.axis, face.side, face.width));
        k.assign(row.cells[i], select(*anyOf(tests), frozen[i], row.cells[i]));
      });
      refix(row);
    });
  });
}

/// Emits code that sets ghost cells (beyond the grid) of `row` to the boundary value for time step
/// `row.t` + 1. Emits nothing unless fixed boundary values of the field change with time, and
/// updates read them as new cells.
void FrozenMethod::refix(const NewRow &row) const {
  if (!facesChange(wave.program, row.field) || !fixesBeyond(wave.facts, wave.shape.plan.steps))
    return;
  const WaveStep &step = row.step;
  Builder &k = step.k;
  k.note("Ghost cells get the boundary value of the next time step, because it changes with time.");
  step.forEachCell([&](const Term &i) {
    std::vector<Term> cell;
    const Term x = step.firstX(row.plane) + i;
    k.together([&] {
      cell.push_back(k.variable("x", {Type::Int}, x));
      if (wave.isRank3())
        cell.push_back(k.variable("y", {Type::Int}, step.get(step.state.thread.y) + row.j));
      if (!step.isLine())
        cell.push_back(k.variable(axisName(wave.along), {Type::Int}, row.plane));
    });
    const Term value = k.array("value", wave.cellOf(row.field), {});
    k.when(wave.boundaryGives(k, row.field, value, wave.uniforms(row.t + 1), cell),
           [&] { k.assign(row.cells[i], value); });
  });
}

} // namespace stencilc::schedules
