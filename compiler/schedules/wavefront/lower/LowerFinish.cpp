/// \file Emits the stores of the new cells of a row.
#include "ir/Walk.h"
#include "kernel/build/Readers.h"
#include "schedules/wavefront/faces/Frozen.h"
#include "schedules/wavefront/lower/Finish.h"

namespace stencilc::schedules {

using namespace kernel;

/// Returns the key of the row from which frozen cells (which keep their values) get their old
/// values: that of the previous time step. A local field (never in memory) has no such row, so it
/// is the row in the plane of the new cells.
static WaveRow rowKept(const Wave &wave, const StageSkew &stage) {
  const ir::FieldId field = wave.program.stages[stage.stage].target;
  const bool isOfStep = wave.shape.faces.frozen.isFromRing && !wave.shape.ringOf(field);
  return {field, 0, isOfStep ? stage.out : wave.shape.skew->lag, 0,
          wave.shape.faces.frozen.isFromRing};
}

WaveFinish::WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage)
    : old(rowKept(step.wave, stage)), step(step), k(step.k), wave(step.wave), sources(sources),
      stage(stage), field(old.field),
      isFrozen(!frozenFaces(wave.facts, wave.shape, stage.stage).empty()),
      repeats(step, stage, field) {}

bool WaveFinish::keepsOldRow() const {
  const WavefrontShape &shape = wave.shape;
  const bool isThere =
      shape.faces.frozen.isFromRing || shape.skew->ages.at(field) >= shape.skew->lag;
  return isFrozen && !step.isLine() && (isThere || !shape.tile.shifts);
}

Term WaveFinish::cellsParam(bool isConst) const {
  return k.param(NameHint("", NameOfView{field, 0}, "_new"),
                 {Type::Pointer, wave.program.fields[field].storage, isConst});
}

void WaveFinish::finish(const Term &cells, const RowsAt &rows, const Term &t, const Term &j) const {
  std::vector<Term> arguments = {cells};
  if (keepsOldRow()) {
    const RowAt &before = rows.at(old);
    arguments.push_back(before.left ? before.array + before.left : before.array);
  }
  if (sources.newest)
    arguments.push_back(*sources.newest);
  arguments.push_back(t);
  if (!step.isLine())
    arguments.push_back(j);
  step.run(finishPart, arguments);
}

std::optional<Term> WaveFinish::oldRowParam() const {
  if (!keepsOldRow())
    return {};
  return k.param(rowName(old), {Type::Pointer, wave.program.fields[field].storage, true});
}

void WaveFinish::lower() {
  if (isFrozen && !step.isLine())
    lowerRestore();
  if (publishes())
    lowerPublish();
  lowerStore();
  lowerFinish();
}

void WaveFinish::lowerFinish() {
  finishPart = step.part(step.nameOf("finish", stage),
                         "Stores new cells: in registers, in shared memory for other threads, "
                         "results in global memory.",
                         [&] { writeFinish(); });
}

void WaveFinish::writeFinish() {
  const Term cells = cellsParam();
  const std::optional<Term> before = oldRowParam();
  sources.newestParam();
  const Term t = k.param("t", {Type::Int}), j = step.rowParam();
  const Term plane =
      k.define("plane", {Type::Int}, step.planeOf(t, stage.out), "plane of the new cells");
  const bool isRaw = usesRaw(wave.facts, wave.shape);
  const auto keepRaw = [&] {
    step.copy(sources.newest ? *sources.newest
                             : step.inRegisters(step.state.registers.raw.at(field))[t + 1][j],
              cells);
  };
  if (isRaw) {
    k.note("The next time step reads cells before frozen ones are restored, except near the ends.");
    keepRaw();
  }
  if (isFrozen && step.isLine())
    restoreAtEnds(cells, t, j, plane);
  else if (isFrozen)
    restore(cells, before, t, j, plane);
  repeats.repeat(cells, t, j, plane);
  if (isRaw)
    k.whenConstant(step.isEdge, keepRaw);
  step.copy(step.inRegisters(step.state.registers.line.at(field))[k.number(0)][t + 1][j], cells);
  if (publishes())
    step.run(publishPart, {cells, t, j});
  step.run(storePart, step.isLine() ? std::vector<Term>{cells, t, plane}
                                    : std::vector<Term>{cells, t, j, plane});
}

/// Returns true if tiles that end with the grid restore frozen (fixed) cells from registers.
bool WaveFinish::holdsFrozen() const {
  const auto store = wave.shape.faces.frozen.stores.find(field);
  return store != wave.shape.faces.frozen.stores.end() && store->second.slots == 0;
}

void WaveFinish::restore(const Term &cells, const std::optional<Term> &before, const Term &t,
                         const Term &j, const Term &plane) const {
  std::vector<Term> arguments = {cells, t, j, plane};
  if (before)
    arguments.insert(arguments.begin() + 1, *before);
  const Term mayBeFrozen = step.isEdge || step.isEdgeTile;
  k.whenConstant(holdsFrozen() ? mayBeFrozen || wave.isFlush() : mayBeFrozen,
                 [&] { step.run(restorePart, arguments); });
}

void WaveFinish::lowerRestore() {
  restorePart =
      step.part(step.nameOf("restore", stage),
                "Restores frozen cells and ghost cells with a fixed boundary value.", [&] {
                  const Term cells = cellsParam();
                  const std::optional<Term> before = oldRowParam();
                  const Term t = k.param("t", {Type::Int}), j = k.param("j", {Type::Int});
                  const Term plane = k.param("plane", {Type::Int});
                  restoreFrozen(cells, before, t, j, plane);
                  refix(cells, t, j, plane);
                });
}

void WaveFinish::restoreFrozen(const Term &cells, const std::optional<Term> &before, const Term &t,
                               const Term &j, const Term &plane) const {
  const WavefrontShape &shape = wave.shape;
  const Term frozenCells = step.get(step.state.faces.frozenCells.at(field)),
             frozenRows = step.get(step.state.faces.frozenRows.at(field));
  std::vector<Term> planes;
  for (const FrozenFace &face : frozenFaces(wave.facts, shape, stage.stage))
    if (face.axis == wave.along)
      planes.push_back(k.face(plane, face.axis, face.side, face.width));
  const Term isFrozenRow =
      wave.isRank3() ? step.isEdgeTile && (frozenRows >> j & 1) : k.truth(false);
  Term frozen = planes.empty() ? isFrozenRow : (step.isEdge && *anyOf(planes)) || isFrozenRow;
  if (holdsFrozen() && shape.faces.frozen.isCopied) // else a tile is one row
    frozen = frozen || (wave.isFlush() && k.callOfType(wave.frozenType.at(field), "holdsRow",
                                                       {step.get(step.state.thread.row), j}));
  if (shape.faces.frozen.isCopied) {
    const Term isLast = k.define("isLast", {Type::Bool},
                                 step.get(step.state.faces.skipsFrozen) && t == step.c.steps - 1,
                                 "frozen cells are in memory already");
    frozen = !isLast && frozen;
  }
  const Term isWhole = k.define("isWhole", {Type::Bool}, frozen);
  const auto byCell = [&] {
    step.forEachCell([&](const Term &i) {
      Term frozen = isWhole | (step.isEdgeTile && (frozenCells >> i & 1));
      if (holdsFrozen())
        frozen = frozen |
                 (wave.isFlush() &&
                  (shape.tile.shiftsCells ? frozenCells >> i & 1
                                          : k.callOfType(wave.frozenType.at(field), "holdsCell",
                                                         {step.get(step.state.thread.lane), i})));
      const Term isFrozen = k.define("isFrozen", {Type::Bool}, frozen);
      k.assign(cells[i], select(isFrozen, (*before)[i], cells[i]));
    });
  };
  const auto byRow = [&] {
    k.when(isWhole, [&] { step.readRow(cells, {field, 0}, j, plane, k.truth(true)); });
  };
  if (shape.faces.frozen.isFromRing || shape.skew->ages.at(field) >= shape.skew->lag)
    byCell();
  else if (before)
    k.whenConstant(!step.isEdgeTile, byRow, byCell);
  else
    byRow();
}

/// Emits the code that restores frozen cells (which keep their values) and ghost cells (beyond a
/// face) near the ends of the axis, in kernels with one axis.
void WaveFinish::restoreAtEnds(const Term &cells, const Term &t, const Term &j,
                               const Term &plane) const {
  k.whenConstant(step.isEdge, [&] {
    k.when(!k.call(wave.isInside, {plane}), [&] {
      const Term x = k.define("x", {Type::Int}, step.firstX(plane));
      const Term frozen = k.array(NameHint("", NameOfView{field, 0}, "_frozen"), wave.cellOf(field),
                                  {step.c.cells});
      step.readRow(frozen, {field, 0}, j, plane, k.truth(true));
      step.forEachCell([&](const Term &i) {
        std::vector<Term> tests;
        for (const FrozenFace &face : frozenFaces(wave.facts, wave.shape, stage.stage))
          tests.push_back(k.face(x + i, face.axis, face.side, face.width));
        k.assign(cells[i], select(*anyOf(tests), frozen[i], cells[i]));
      });
      refix(cells, t, j, plane);
    });
  });
}

void WaveFinish::refix(const Term &cells, const Term &t, const Term &j, const Term &plane) const {
  if (!wave.refixes(field))
    return;
  k.note("Ghost cells get the boundary value of the next time step, because it changes with time.");
  step.forEachCell([&](const Term &i) {
    std::vector<Term> cell;
    const Term x = step.firstX(plane) + i;
    k.together([&] {
      cell.push_back(k.variable("x", {Type::Int}, x));
      if (wave.isRank3())
        cell.push_back(k.variable("y", {Type::Int}, step.get(step.state.thread.y) + j));
      if (!step.isLine())
        cell.push_back(k.variable(axisName(wave.along), {Type::Int}, plane));
    });
    const Term value = k.array("value", wave.cellOf(field), {});
    k.when(wave.faceGives(k, field, value, wave.uniforms(t + 1), cell),
           [&] { k.assign(cells[i], value); });
  });
}

bool WaveFinish::publishes() const {
  return exchangesRows(wave.shape, field) && wave.shape.exchange.steps;
}

void WaveFinish::lowerPublish() {
  publishPart = step.part(
      step.nameOf("publish", stage),
      "Writes rows to shared memory for threads that read them in the next step of the sweep.",
      [&] {
        const Term cells = cellsParam(true), t = k.param("t", {Type::Int});
        publish(cells, t, k.param("j", {Type::Int}));
      });
}

void WaveFinish::publish(const Term &cells, const Term &t, const Term &j) const {
  const auto storeRow = [&](const Term &row) {
    k.run(k.call(Primitive::Store, {row[step.firstCell()].address(), cells}, {step.c.cells}));
  };
  k.when(t < step.c.exchanged, [&] {
    if (step.isWhole()) {
      const auto own = [&] {
        const Term plane = step.newPlane(field, t + 1, step.get(step.state.clock.count));
        storeRow(plane[step.get(step.state.thread.row) + j]);
      };
      if (wave.rowsRepeat(field))
        return k.whenConstant(step.isEdgeTile, [&] { repeats.publish(cells, t, j); }, own);
      return own();
    }
    const Term edges = wave.inBlock(
        step.state.shared.exchanged.at(field))[step.now()][t][step.get(step.state.thread.team)];
    k.when(j < step.c.rowsHigh, [&] { storeRow(edges[j]); });
    k.when(j >= step.c.rows - step.c.rowsLow,
           [&] { storeRow(edges[step.c.rowsHigh + step.c.rowsLow - step.c.rows + j]); });
  });
}

void WaveFinish::lowerStore() {
  storePart =
      step.part(step.nameOf("store", stage), "Writes results of the launch to global memory.", [&] {
        const Term cells = cellsParam(true), t = k.param("t", {Type::Int}), j = step.rowParam();
        store(cells, t, j, k.param("plane", {Type::Int}));
      });
}

std::pair<Term, Term> WaveFinish::storedRange(const Term &plane) const {
  const WaveState &state = step.state;
  if (!step.isLine())
    return {step.get(state.tile.storedBegin), step.get(state.tile.storedEnd)};
  const Term tiles = compileTime(k, "tiles", {Type::TileAxis}, step.c.tilesX);
  return {tiles.invoke("storedBegin", {plane}),
          tiles.invoke("storedEnd", {plane, step.get(state.tiles.planes), k.extent(0)})};
}

void WaveFinish::store(const Term &cells, const Term &t, const Term &j, const Term &plane) const {
  const WaveState &state = step.state;
  const Term x = step.firstX(plane), y = wave.isRank3() ? step.get(state.thread.y) + j : Term(0);
  if (wave.plan.recordsReceivers(wave.program) && ir::receivedFields(wave.program).contains(field))
    record(cells, t, j, plane);
  for (const auto &[stored, older] : wave.targets) {
    if (stored != field)
      continue;
    const Term view = step.get(state.arguments.writes.at({field, older}));
    const Term isLast = t == step.c.steps - (1 + older);
    if (wave.storesPieces()) {
      const PlaneStore &store = state.clock.stores.at({stage.stage, older});
      const Term row = step.get(store.cells) + j * view.dot("row");
      k.when(isLast && (step.get(store.rows) >> j & 1),
             [&] { k.run(k.call(Primitive::Store, {row, cells}, {step.c.cells})); });
      continue;
    }
    const Term at = wave.cellsOf(view, x, y, plane).address();
    k.when(step.isStored(isLast, plane, j), [&] {
      const auto [begin, end] = storedRange(plane);
      k.run(wave.skipsFrozen()
                ? k.call(Primitive::StoreWithin, {at, cells, x, begin, end}, {step.c.cells})
                : k.call(Primitive::StoreStaged,
                         {at, cells, step.get(state.thread.lane), x, begin, end}, {step.c.cells}));
    });
  }
}

/// Emits the code that saves cells for receivers, among the cells that the tile stores.
void WaveFinish::record(const Term &cells, const Term &t, const Term &j, const Term &plane) const {
  const Term records = wave.uniforms(t).ofRun->records(field);
  std::vector<Term> cell(kMaxAxes, k.number(0));
  if (wave.isRank3())
    cell[1] = step.get(step.state.thread.y) + j;
  if (!step.isLine())
    cell[wave.along] = plane;
  const Term isRead = records.invoke("has", {cell[1], cell[2]});
  k.when(step.isStored(isRead, plane, j), [&] {
    const auto [begin, end] = storedRange(plane);
    const Term from = k.define("from", {Type::Int}, begin), to = k.define("to", {Type::Int}, end);
    step.forEachCell([&](const Term &i) {
      cell[0] = step.firstX(plane) + i;
      k.when(cell[0] >= from && cell[0] < to,
             [&] { k.run(records.invoke("take", {cell[0], cell[1], cell[2], t, cells[i]})); });
    });
  });
}

/// Emits stores of saved frozen cells (which keep their values) over wrong new values in memory: at
/// all tiles if `isPartial` (a frozen layer ends within the cells of a thread), else at faces.
void WaveFinish::storeEnds(const Term &t, const Term &saved, bool isPartial) const {
  const WaveState &state = step.state;
  const auto put = [&] {
    const Term plane = k.define("plane", {Type::Int}, step.planeOf(t, stage.out));
    for (const auto &[stored, older] : wave.targets) {
      if (stored != field)
        continue;
      const Term view = step.get(step.state.arguments.writes.at({field, older}));
      const Term isStored = t == step.c.steps - (1 + older) && step.isInChunk(plane);
      const Term place = k.closure({"row", "cell"}, {Type::Int}, [&](const std::vector<Term> &at) {
        giveStoredCell(view, at[0], at[1], plane);
      });
      k.when(isStored, [&] {
        k.run(wave.inBlock(state.faces.frozen.at(field))
                  .invoke("restoreEnds",
                          {saved, step.get(state.thread.row), step.get(state.thread.lane),
                           step.get(state.faces.shift), place}));
      });
    }
  };
  isPartial ? put() : k.whenConstant(wave.hasKind(Known::TilesAtFaces), put);
}

/// Emits a `return` of the address in global memory of cell `cell` in row `row` of the tile. It
/// returns null if the tile does not store the cell.
void WaveFinish::giveStoredCell(const Term &view, const Term &row, const Term &cell,
                                const Term &plane) const {
  const WaveState &state = step.state;
  const Term own =
      k.define("own", {Type::Int}, step.get(state.tile.left) + cell / step.c.cells * step.c.cells);
  const Term isStored =
      k.define("isStored", {Type::Bool},
               own >= step.get(state.tile.storedBegin) && own < step.get(state.tile.storedEnd) &&
                   (step.get(state.thread.storedRows) >> (row - step.get(state.thread.row)) & 1));
  const Term at =
      view.cell({step.get(state.tile.left) + cell, step.get(state.tile.bottom) + row, plane})
          .address();
  k.give(select(isStored, at, k.known(Known::Nothing)));
}

void WaveFinish::saveAndRestore(const Term &t) const {
  const auto store = wave.shape.faces.frozen.stores.find(field);
  if (!isFrozen || store == wave.shape.faces.frozen.stores.end() || !store->second.slots)
    return;
  const auto &[widths, age, slots] = store->second;
  const WaveState &state = step.state;
  const Term planes = wave.inBlock(state.faces.frozen.at(field)),
             number = wave.c.frozenSlots.at(field), count = step.get(state.clock.count);
  const auto put = [&](const char *how, const Term &slot, const Term &at) {
    k.run(planes.invoke(how, {slot, step.get(state.thread.row), step.get(state.thread.lane),
                              step.get(state.faces.shift), at}));
  };
  const auto pointer = [&](const std::function<Term(const Term &, const Term &)> &place) {
    return k.closure({"row", "cell"}, {Type::Int},
                     [&](const std::vector<Term> &at) { k.give(place(at[0], at[1])); });
  };
  k.whenConstant(step.get(state.faces.skipsFrozen), [&] {
    k.note("The tile ends with the grid: cells at its faces keep the values loaded from memory.");
    k.when(t == 0, [&] {
      put("save", count % number, pointer([&](const Term &row, const Term &cell) {
            const Term slot = step.get(state.clock.slot.at(field));
            return wave.ringOf(field)[slot][row][cell].address();
          }));
    });
    const Term ago = k.define("ago", {Type::Int}, step.lagOf(t, age),
                              "steps of the sweep since this plane was loaded");
    const Term saved = k.define("saved", {Type::Int}, (count + number - ago) % number);
    if (exchangesRows(wave.shape, field) && wave.shape.exchange.steps)
      k.when(t < step.c.exchanged, [&] {
        put("restore", saved, pointer([&](const Term &row, const Term &cell) {
              return step.newPlane(field, t + 1, count)[row][cell].address();
            }));
      });
    const int cells = wave.shape.plan.cells;
    const bool isPartial = widths.low[0] % cells != 0 || widths.high[0] % cells != 0;
    if (isPartial || wave.shape.tile.shifts)
      storeEnds(t, saved, isPartial);
  });
}

} // namespace stencilc::schedules
