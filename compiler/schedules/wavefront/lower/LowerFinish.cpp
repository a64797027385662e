/// \file Emits the code that corrects and stores the new cells of a row.
#include "ir/Walk.h"
#include "kernel/build/Readers.h"
#include "schedules/wavefront/lower/Finish.h"

namespace stencilc::schedules {

using namespace kernel;

WaveFinish::WaveFinish(WaveStep &step, WaveSources &sources, const StageSkew &stage)
    : old(step.wave.methods.oldRow(stage)), step(step), k(step.k), wave(step.wave),
      sources(sources), stage(stage), field(wave.program.stages[stage.stage].target) {}

void WaveFinish::finish(const Term &cells, const RowsAt &rows, const Term &t, const Term &j) const {
  std::vector<Term> arguments = {cells};
  if (old) {
    const RowAt &before = rows.at(*old);
    arguments.push_back(before.left ? before.array + before.left : before.array);
  }
  if (sources.newest)
    arguments.push_back(*sources.newest);
  arguments.push_back(t);
  if (!step.isLine())
    arguments.push_back(j);
  step.run(finishPart, arguments);
}

void WaveFinish::lower() {
  for (const auto &method : wave.methods)
    method->lowerStage(step, stage);
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
  const Term cells = step.cellsParam(field);
  std::optional<Term> before;
  if (old)
    before = step.oldRowParam(*old);
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
  const NewRow row{step, stage, field, cells, before, t, j, plane};
  for (const auto &method : wave.methods)
    method->restore(row);
  if (isRaw)
    k.whenConstant(step.isEdge, keepRaw);
  step.copy(step.inRegisters(step.state.registers.line.at(field))[k.number(0)][t + 1][j], cells);
  if (publishes())
    step.run(publishPart, {cells, t, j});
  step.run(storePart, step.isLine() ? std::vector<Term>{cells, t, plane}
                                    : std::vector<Term>{cells, t, j, plane});
}

bool WaveFinish::publishes() const {
  return exchangesRows(wave.shape, field) && wave.shape.exchange.steps;
}

void WaveFinish::lowerPublish() {
  publishPart = step.part(
      step.nameOf("publish", stage),
      "Writes rows to shared memory for threads that read them in the next step of the sweep.",
      [&] {
        const Term cells = step.cellsParam(field, true), t = k.param("t", {Type::Int});
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
      return wave.methods.publish({step, stage, field, cells, {}, t, j, 0}, own);
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
        const Term cells = step.cellsParam(field, true), t = k.param("t", {Type::Int}),
                   j = step.rowParam();
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
      k.run(wave.methods.splitsLanes()
                ? k.call(Primitive::StoreWithin, {at, cells, x, begin, end}, {step.c.cells})
                : k.call(Primitive::StoreStaged,
                         {at, cells, step.get(state.thread.lane), x, begin, end}, {step.c.cells}));
    });
  }
}

/// Emits the code that records the values of `cells` for receivers (positions at which a program
/// observes a field) at time step `t`. `cells` is row `j` of the thread in `plane`. Only cells that
/// the tile stores are recorded.
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

} // namespace stencilc::schedules
