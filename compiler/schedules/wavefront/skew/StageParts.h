/// \file Splits an update into an early part, computed from planes that were loaded in earlier
/// steps of the sweep, and a late part, computed with the newest plane.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <functional>
#include <map>
#include <set>

namespace stencilc::schedules {

/// Row of cells that an update reads: `field` at time level `level`, `dy` rows above the updated
/// row. Its plane became new (was loaded or computed) `age` steps of the sweep earlier.
struct WaveRow {
  ir::FieldId field;
  int level = 0, age = 0, dy = 0;
  bool isKept = false; // old values, loaded from memory, of frozen cells (they keep their values)
  friend auto operator<=>(const WaveRow &, const WaveRow &) = default;
};
/// Numbers of cells left and right of a thread's own cells that the thread also reads of a row.
struct WaveMargins {
  int left = 0, right = 0;
};
using WaveRows = std::map<WaveRow, WaveMargins>;

/// Rows of one plane around a thread's own rows, called a window: `low` rows below and `high` rows
/// above them. `margins` are the numbers of cells that are read left and right of the thread's own
/// cells.
struct WaveWindow {
  int low = 0, high = 0;
  WaveMargins margins;
};

/// Split of a stage (an update statement) into two parts within a step of the sweep. The early part
/// needs no plane that becomes new in this step, so the fused time steps can compute it
/// independently of each other. The late part needs the newest plane, which is the result of the
/// time step before.
class StageParts {
public:
  StageParts(const analysis::Facts &facts, const WavefrontShape &shape, const StageSkew &stage);

  const ir::Program &program;
  const WavefrontShape &shape;
  const StageSkew &stage;
  const int along; // the swept axis

  /// Returns the expression whose value the stage assigns to its target field.
  ir::ExprId value() const { return program.stages[stage.stage].value; }
  ir::FieldId target() const { return program.stages[stage.stage].target; }
  /// Returns true if the time skew assigns a step of the sweep to expression `id`. It is then an
  /// operation, or a read of cells of another column (a column has the cells with the same x and
  /// y).
  bool isOperation(ir::ExprId id) const { return stage.at.count(id) != 0; }
  bool isRead(ir::ExprId id) const { return std::holds_alternative<ir::Read>(program[id].node); }
  /// Returns true if the value of expression `id` is a partial sum, which stays in registers for
  /// later steps of the sweep.
  bool waits(ir::ExprId id) const;

  bool hasEarly() const { return !early.empty(); }
  bool isEarly(ir::ExprId id) const { return early.count(id) != 0; }
  /// Returns the values that the early part of the update (from older planes) computes and the late
  /// part (with the newest plane) uses.
  const std::set<ir::ExprId> &frontier() const { return used; }
  /// Returns the times at which one part of the update computes values, in descending order. If
  /// `isEarly`, it is the early part (from older planes), otherwise the late part (with the newest
  /// plane). Time n means step p + n of the sweep, where p is the updated plane.
  std::vector<int> times(bool isEarly) const;
  /// Returns the expressions that one part of the update must compute at `time`. If `isEarly`, it
  /// is the part from older planes, which computes values that the other part uses. Otherwise it is
  /// the part with the newest plane, which computes partial sums and the new value. A `time` of n
  /// means step p + n of the sweep, where p is the updated plane.
  std::vector<ir::ExprId> wanted(int time, bool isEarly) const;

  /// Returns the row of cells that `read` needs if it is executed at `time`. A `time` of n means
  /// step p + n of the sweep, where p is the updated plane.
  WaveRow rowRead(const ir::Read &read, int time) const;
  /// Adds to `rows` the rows of cells that the computation of expression `root` reads at `time`. A
  /// `time` of n means step p + n of the sweep, where p is the updated plane. Skips subexpressions
  /// for which `known` returns true, because they already have a value.
  void addRows(WaveRows &rows, ir::ExprId root, int time,
               const std::function<bool(ir::ExprId)> &known) const;
  /// Returns the rows of cells that one part of the update reads. If `isEarly`, it is the early
  /// part (from older planes), otherwise the late part (with the newest plane).
  WaveRows rowsOf(bool isEarly) const;
  /// Returns true if expression `id` already has a value when one part of the update computes its
  /// values of `time`. If `isEarly`, it is the early part (from older planes), otherwise the late
  /// part (with the newest plane). A `time` of n means step p + n of the sweep, where p is the
  /// updated plane.
  bool isKnown(ir::ExprId id, int time, bool isEarly) const {
    return isOperation(id) && (stage.at.at(id) < time || (!isEarly && used.count(id)));
  }

  /// Returns the window in the plane of `row`: the numbers of rows below and above the thread's own
  /// rows that `rows` contains of this plane, and the cells read left and right of them. A thread
  /// loads these rows once for all its own rows. Returns `nullopt` if `rows` has no other row of
  /// the plane, if `row` is of frozen cells (which keep their values), or if the program has fewer
  /// than three axes.
  std::optional<WaveWindow> findWindow(const WaveRows &rows, const WaveRow &row) const;

private:
  bool dependsOnNew(ir::ExprId id, int time);
  void findEarly();

  const analysis::Facts &facts;
  std::map<std::pair<ir::ExprId, int>, bool> newness; // results of dependsOnNew()
  std::set<ir::ExprId> early, used;
};

/// Returns true if a time step may read the newest cells of the time step before, although frozen
/// cells (which keep their values) among them have wrong values until later. Such reads stay in
/// their own column, so wrong values reach only cells that are frozen, too. Returns false with
/// several stages (update statements), because other stages read these cells.
bool usesRaw(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
