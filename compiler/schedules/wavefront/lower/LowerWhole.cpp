/// \file Emits updates that are split by the rows of a plane that they read. Used if threads
/// exchange whole planes.
///
/// Each loaded row of a plane is added to the updates of the rows around it. The last row that an
/// update reads completes it.
#include "schedules/wavefront/lower/Stage.h"
#include "schedules/wavefront/skew/RowTimes.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

/// Emits the update of all rows of a thread by time step `t`. Each loaded row of a plane is added
/// at once to the updates of the rows around it.
class RowGroups {
public:
  RowGroups(WaveStage &stage, const RowTimes &times, const WaveRows &read, const Term &t)
      : stage(stage), parts(stage.parts), step(stage.step), k(stage.k), times(times), read(read),
        t(t) {}

  void build() {
    const WaveRows windows = stage.windowRows();
    stage.sources.declareWindows(windows);
    declareArrays();
    stage.note();
    k.note("Each row of the plane is added to the updates of the rows around it. The last of these "
           "is then complete.");
    k.forEach("at", -times.low, step.c.rows + times.high, Repeat::Unrolled, [&](const Term &at) {
      stage.sources.forEachWindow(windows, [&](const WaveRow &own, const WaveWindow &window) {
        loadWindow(own, window, at);
      });
      for (int dy = -times.low; dy <= times.high; ++dy)
        addRow(at, dy);
    });
  }

private:
  /// Declares register arrays for the new cells, for partial sums, and for values that are used
  /// again after a later row has been loaded. The first index of an array is the row of the thread,
  /// the second one the cell.
  void declareArrays() {
    const auto declare = [&](NameHint hint, ir::ScalarType type) {
      return k.array(std::move(hint), {Type::Value, type}, {step.c.rows, step.c.cells});
    };
    arrays.insert_or_assign(parts.value(),
                            declare(NameHint("", NameOfView{stage.field, 0}, "_new_rows"),
                                    stage.wave.program.fields[stage.field].storage));
    for (const Waiting &value : parts.stage.waiting)
      if (step.isDue(value.at))
        waits.insert_or_assign(value.value,
                               declare(NameHint("", NameOfValue{value.value}, "_now_rows"),
                                       parts.program[value.value].type));
    for (ir::ExprId id : times.crossing())
      if (id != parts.value() && !waits.count(id) && step.isDue(parts.stage.at.at(id)))
        arrays.insert_or_assign(id, declare(NameHint("", NameOfValue{id}), parts.program[id].type));
  }
  /// Returns the register array for the value `id`, which is computed in step p + `time` of the
  /// sweep, where p is the updated plane. Its first index is the row of the thread.
  Term arrayOf(ir::ExprId id, int time) const {
    const bool isOut = id == parts.value() && parts.stage.out == time;
    return !isOut && waits.count(id) ? waits.at(id) : arrays.at(id);
  }

  /// Emits the load of row `at` of `window` (neighbouring rows of one plane), counted from the
  /// thread's first row. `own` identifies the window. The emitted code loads nothing if the window
  /// does not have that row.
  void loadWindow(const WaveRow &own, const WaveWindow &window, const Term &at) {
    const auto load = [&] { stage.sources.loadWindow(own, window, at, t); };
    if (window.low == times.low && window.high == times.high)
      return load();
    k.when(at >= -window.low && at < step.c.rows + window.high, load);
  }

  /// Returns the times at which parts of an update are computed. A time of n means step p + n of
  /// the sweep, where p is the updated plane. In a replay (steps that are executed again), returns
  /// only the times at which partial sums are computed again.
  std::vector<int> dueTimes() const {
    std::vector<int> due = times.times();
    llvm::erase_if(due, [&](int time) { return !step.isDue(time); });
    return due;
  }

  /// Returns the row after whose load the new cells of an update are complete, as an offset along y
  /// from the updated row. If frozen cells (which keep their values) are then restored, the result
  /// is at least 0: their old values are in the updated row itself.
  int doneAt() const {
    const int row = times.rowOf(parts.value());
    const WaveFinish &finish = stage.finish;
    return finish.old && parts.findWindow(read, *finish.old) ? std::max(0, row) : row;
  }

  /// Emits the code that uses the loaded row `at` in the update of row `at` - `dy`, and stores that
  /// row if it is then complete. The emitted code does nothing if row `at` - `dy` is not one of the
  /// thread. Rows are counted from the thread's first row.
  void addRow(const Term &at, int dy) {
    WaveRows rows;
    bool hasValues = false;
    for (int time : dueTimes())
      for (ir::ExprId root : times.computedAt(dy, time)) {
        hasValues = true;
        parts.addRows(rows, root, time, [&](ir::ExprId id) { return times.isKnown(id, time, dy); });
      }
    const bool isDone = !step.replay && dy == doneAt(), isLast = dy == times.high;
    if (!hasValues && !isDone && !(isLast && !waits.empty()))
      return;
    k.when(at - dy >= 0 && at - dy < step.c.rows, [&] {
      const Term j = dy ? k.define("j", {Type::Int}, at - dy) : at;
      RowsAt here = stage.sources.load(rows, read, t, j);
      if (hasValues)
        step.forEachCell([&](const Term &i) { computeAt(here, dy, j, i); });
      if (isDone)
        finish(here, rows, j);
      if (isLast)
        keepWaiting(j);
    });
  }

  void computeAt(const RowsAt &rows, int dy, const Term &j, const Term &i) {
    for (int time : dueTimes())
      for (ir::ExprId root : times.computedAt(dy, time)) {
        const auto leaf = [&](const ir::Expr &node) {
          return stage.leafAt(node, rows, {time, t, j, i});
        };
        const auto done = [&](ir::ExprId id) -> std::optional<Term> {
          if (!times.isKnown(id, time, dy))
            return {};
          return parts.stage.at.at(id) < time ? stage.waitingAt(id, {time, t, j, i})
                                              : arrayOf(id, time)[j][i];
        };
        k.assign(arrayOf(root, time)[j][i], k.computed(root, leaf, done, time));
      }
  }

  /// Emits the call that stores the new cells of row `j`. `here` has the registers of each loaded
  /// row, and `rows` is the set of these rows. Frozen cells (which keep their values) need a row of
  /// old values. If it is not in `rows`, emits its load first and adds its registers to `here`.
  void finish(RowsAt &here, const WaveRows &rows, const Term &j) {
    WaveRows beside;
    if (stage.finish.old && !rows.count(*stage.finish.old))
      beside[*stage.finish.old];
    here.merge(stage.sources.load(beside, read, t, j));
    stage.finish.finish(arrays.at(parts.value())[j], here, t, j);
  }
  void keepWaiting(const Term &j) {
    std::map<ir::ExprId, Term> now;
    for (const auto &[id, array] : waits)
      now.insert_or_assign(id, array[j]);
    stage.keepWaiting(now, t, j);
  }

  WaveStage &stage;
  const StageParts &parts;
  const WaveStep &step;
  Builder &k;
  const RowTimes &times;
  const WaveRows &read; // rows that the update reads, without old values for frozen cells
  const Term t;
  std::map<ir::ExprId, Term> arrays, waits;
};

bool WaveStage::isRowwise() const {
  const WaveRows read = parts.rowsOf(false);
  return RowTimes(parts, read).isCut();
}

void WaveStage::rowwise(const Term &t) {
  const WaveRows read = parts.rowsOf(false);
  const RowTimes times(parts, read);
  RowGroups(*this, times, read, t).build();
}

} // namespace stencilc::schedules
