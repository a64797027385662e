/// \file One stage of a wavefront: the phase of a step in which each value is computed, and the
/// rows of cells that each phase reads.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <functional>
#include <map>
#include <set>

namespace stencilc::schedules {

/// Key of a row of cells that an update reads. The row lies `dy` rows from the updated one, in the
/// plane that became new `age` steps of the sweep before.
struct WaveRow {
  ir::FieldId field;
  int level = 0, age = 0, dy = 0;
  bool isFrozen = false; // old values of frozen cells, as loaded from memory
  friend auto operator<=>(const WaveRow &, const WaveRow &) = default;
};
/// Numbers of cells to the left and to the right of a thread's own cells that it also reads of a
/// row.
struct WaveMargins {
  int left = 0, right = 0;
};
using WaveRows = std::map<WaveRow, WaveMargins>;

/// Window of rows of one plane around a thread's own rows: `low` rows below and `high` rows above
/// these, with the margins along x.
struct WaveWindow {
  int low = 0, high = 0;
  WaveMargins margins;
};

/// Splits a stage of a wavefront into two phases of a step of the sweep. The early part needs no
/// plane that is new in the step and is computed for several time steps side by side. The late part
/// needs the newest cells, and its time steps depend on each other.
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
  /// Returns true if `id` has a time: it is an operation, or a read in other lanes or rows.
  bool isOperation(ir::ExprId id) const { return stage.at.count(id) != 0; }
  bool isRead(ir::ExprId id) const { return std::holds_alternative<ir::Read>(program[id].node); }
  /// Returns true if `id` is a partial sum, which stays in registers for later steps of the sweep.
  bool waits(ir::ExprId id) const;

  bool hasEarly() const { return !early.empty(); }
  bool isEarly(ir::ExprId id) const { return early.count(id) != 0; }
  /// Returns the values of the early part (from older planes) that the late part of the update
  /// uses.
  const std::set<ir::ExprId> &frontier() const { return used; }
  /// Returns the times at which the early or the late part computes something, latest first. Times
  /// are in steps of the sweep, relative to the updated plane.
  std::vector<int> times(bool isEarly) const;
  /// Returns the expressions that a part must compute at `time`. For the late part these are
  /// partial sums and the new value, for the early part the values that the late part uses.
  std::vector<ir::ExprId> wanted(int time, bool isEarly) const;

  /// Returns the row of cells that `read` refers to, if it is evaluated at `time`, in steps of the
  /// sweep relative to the updated plane.
  WaveRow rowRead(const ir::Read &read, int time) const;
  /// Adds to `rows` all rows that expression `root` reads at `time`. Subexpressions for which
  /// `known` is true already have a value and are skipped.
  void addRows(WaveRows &rows, ir::ExprId root, int time,
               const std::function<bool(ir::ExprId)> &known) const;
  /// Returns all rows of cells that the early part (from older planes) or the late part reads.
  WaveRows rowsOf(bool isEarly) const;
  /// Returns true if `id` already has a value when the early or late part of an update reaches
  /// `time`.
  bool isKnown(ir::ExprId id, int time, bool isEarly) const {
    return isOperation(id) && (stage.at.at(id) < time || (!isEarly && used.count(id)));
  }

  /// Returns the window of rows that `rows` has of the plane of `row`: neighbouring rows that a
  /// thread loads once while it goes through its own. Its margins are those of the rows with `dy`
  /// != 0. Returns `nullopt` if there is no such row.
  std::optional<WaveWindow> findWindow(const WaveRows &rows, const WaveRow &row) const;

private:
  bool dependsOnNew(ir::ExprId id, int time);
  void findEarly();

  const analysis::Facts &facts;
  std::map<std::pair<ir::ExprId, int>, bool> newness; // results of dependsOnNew()
  std::set<ir::ExprId> early, used;
};

/// Returns true if a time step reads the newest cells of the one before as computed, before frozen
/// cells in them are restored. The wrong values reach only frozen cells, whose updates are
/// discarded. Not with several stages, since other stages read these cells.
bool usesRaw(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
