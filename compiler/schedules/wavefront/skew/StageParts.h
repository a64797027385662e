/// \file Splits an update into an early part, computed from planes that were loaded in earlier
/// steps of the sweep, and a late part, computed with the newest plane.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <functional>
#include <map>
#include <set>

namespace stencilc::schedules {

/// Key of a row of cells that an update reads. The row lies `dy` rows above the updated one, in the
/// plane that became new `age` steps of the sweep ago.
struct WaveRow {
  ir::FieldId field;
  int level = 0, age = 0, dy = 0;
  bool isKept = false; // old values, as loaded from memory, of cells that keep them
  friend auto operator<=>(const WaveRow &, const WaveRow &) = default;
};
/// Numbers of cells left and right of a thread's own cells that the thread also reads of a row.
struct WaveMargins {
  int left = 0, right = 0;
};
using WaveRows = std::map<WaveRow, WaveMargins>;

/// Window: the rows of one plane around a thread's own rows. It has `low` rows below and `high`
/// rows above, each with `margins` along x.
struct WaveWindow {
  int low = 0, high = 0;
  WaveMargins margins;
};

/// Splits a stage into two parts within a step of the sweep. The early part needs no plane that is
/// new in the step and is computed for several time steps side by side. The late part needs the
/// newest cells, and its time steps depend on each other.
class StageParts {
public:
  StageParts(const analysis::Facts &facts, const WavefrontShape &shape, const StageSkew &stage);

  const ir::Program &program;
  const WavefrontShape &shape;
  const StageSkew &stage;
  const int along; // the swept axis

  /// Returns the expression that the stage assigns to the target field.
  ir::ExprId value() const { return program.stages[stage.stage].value; }
  ir::FieldId target() const { return program.stages[stage.stage].target; }
  /// Returns true if `id` is computed at a fixed time: an operation, or a read that needs cells of
  /// other threads.
  bool isOperation(ir::ExprId id) const { return stage.at.count(id) != 0; }
  bool isRead(ir::ExprId id) const { return std::holds_alternative<ir::Read>(program[id].node); }
  /// Returns true if `id` is a partial sum, which stays in registers for later steps of the sweep.
  bool waits(ir::ExprId id) const;

  bool hasEarly() const { return !early.empty(); }
  bool isEarly(ir::ExprId id) const { return early.count(id) != 0; }
  /// Returns the values of the early part of the update (from older planes) that its late part
  /// uses.
  const std::set<ir::ExprId> &frontier() const { return used; }
  /// Returns the times at which the early part (from older planes, if `isEarly`) or the late part
  /// (with the newest plane) of an update computes values, latest first. Times are in steps of the
  /// sweep, relative to the updated plane.
  std::vector<int> times(bool isEarly) const;
  /// Returns the expressions that a part of an update must compute at `time`. The late part
  /// computes partial sums and the new value. The early part (`isEarly`) computes the values that
  /// the late part uses.
  std::vector<ir::ExprId> wanted(int time, bool isEarly) const;

  /// Returns the key of the row of cells that `read` loads when it is executed at `time`, in steps
  /// of the sweep relative to the updated plane.
  WaveRow rowRead(const ir::Read &read, int time) const;
  /// Adds to `rows` all rows that the computation of `root` at `time` reads. Subexpressions for
  /// which `known` returns true already have a value and are skipped.
  void addRows(WaveRows &rows, ir::ExprId root, int time,
               const std::function<bool(ir::ExprId)> &known) const;
  /// Returns all rows of cells that the early part of an update (if `isEarly`; from older planes)
  /// or its late part reads.
  WaveRows rowsOf(bool isEarly) const;
  /// Returns true if `id` already has a value when a part of an update (the early one if `isEarly`)
  /// computes values of `time`. Times are in steps of the sweep, relative to the updated plane.
  bool isKnown(ir::ExprId id, int time, bool isEarly) const {
    return isOperation(id) && (stage.at.at(id) < time || (!isEarly && used.count(id)));
  }

  /// Returns the window for `row`: the numbers of rows below and above it in the same plane that
  /// `rows` contains. A thread loads them once for all its own rows. The margins (cells left and
  /// right) are those of these rows, not of `row` itself. Returns `nullopt` without such rows, for
  /// frozen cells, and with less than three axes.
  std::optional<WaveWindow> findWindow(const WaveRows &rows, const WaveRow &row) const;

private:
  bool dependsOnNew(ir::ExprId id, int time);
  void findEarly();

  const analysis::Facts &facts;
  std::map<std::pair<ir::ExprId, int>, bool> newness; // results of dependsOnNew()
  std::set<ir::ExprId> early, used;
};

/// Returns true if a time step may read the newest cells of the time step before while frozen cells
/// (which keep their values) in them still have wrong values. Such reads stay in their own column.
/// So wrong values reach only cells that are frozen, too, and restored anyway. Returns false with
/// several stages, because other stages read these cells.
bool usesRaw(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
