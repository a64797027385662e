/// \file Emits replays: steps of the sweep that are executed again (Replay.h).
///
/// A replay computes partial sums from planes beyond the low end of the swept axis. These planes
/// have the values of planes of the grid, which the sweep loads only after the steps first ran.
#include "schedules/wavefront/lower/Stage.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

void WaveStage::lowerReplay() {
  const Replay *found = wave.shape.replayOf(parts.stage.stage);
  for (int behind = found ? found->steps : 0; behind > 0; --behind) {
    step.replay = found;
    step.behind = behind;
    const std::string ago = behind > 1 ? std::to_string(behind) + " steps" : "the step";
    if (!dueRows().empty())
      replayed.push_back(
          step.part(step.nameOf("replay", parts.stage),
                    "Replays " + ago +
                        " before: computes again the partial sums from planes beyond the face, "
                        "when the planes at the wrapped indices are loaded.",
                    [&] {
                      const Term t = k.param("t", {Type::Int});
                      isRowwise() ? rowwise(t) : replayRows(t);
                    }));
  }
  step.replay = nullptr;
  step.behind = 0;
}

void WaveStage::replay() {
  if (replayed.empty())
    return;
  const Replay &replay = *wave.shape.replayOf(parts.stage.stage);
  k.forEach("t", replay.firstTime, step.c.steps, Repeat::Unrolled, [&](const Term &t) {
    k.when(step.s() == step.lagOf(t, replay.due), [&] {
      for (FunctionId part : replayed)
        step.run(part, {t});
    });
  });
}

WaveRows WaveStage::dueRows() const {
  if (!step.replay)
    return lateRows;
  WaveRows rows;
  for (int time : parts.times(false))
    for (ir::ExprId root : dueRoots(time))
      parts.addRows(rows, root, time,
                    [&](ir::ExprId id) { return parts.isKnown(id, time, false); });
  return rows;
}

WaveRows WaveStage::windowRows() const {
  if (!step.replay)
    return lateRows;
  WaveRows rows;
  const WaveRows due = dueRows();
  for (const auto &[row, margins] : lateRows)
    if (llvm::any_of(due, [&, &row = row](const auto &other) {
          return other.first.field == row.field && other.first.level == row.level &&
                 other.first.age == row.age;
        }))
      rows.insert({row, margins});
  return rows;
}

/// Emits the body of a replay (a step of the sweep executed again) for time step `t`, one row of
/// the thread after the other. Used if the update is not split by the rows that it reads.
void WaveStage::replayRows(const Term &t) {
  const WaveRows rows = windowRows();
  sources.declareWindows(rows);
  sources.forEachWindow(rows, [&](const WaveRow &own, const WaveWindow &window) {
    k.forEach("at", -window.low, window.high, Repeat::Unrolled,
              [&](const Term &at) { sources.loadWindow(own, window, at, t); });
  });
  k.forEach("j", 0, step.c.rows, Repeat::Unrolled, [&](const Term &j) {
    sources.forEachWindow(rows, [&](const WaveRow &own, const WaveWindow &window) {
      sources.loadWindow(own, window, j + window.high, t);
    });
    update(t, j);
  });
}

} // namespace stencilc::schedules
