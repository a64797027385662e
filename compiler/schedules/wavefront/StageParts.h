/// \file One stage of a wavefront: what is computed in which phase, and the rows of cells that each
/// part reads.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <functional>
#include <map>
#include <set>

namespace stencilc::schedules {

/// A row of cells that a stage reads: `age` planes after it was new, `dy` rows away.
struct WaveRow {
  ir::FieldId field;
  int level = 0, age = 0, dy = 0;
  bool isFrozen = false; // of frozen cells: as it came from memory
  friend auto operator<=>(const WaveRow &, const WaveRow &) = default;
};
/// Cells left and right of the thread's own.
struct WaveMargins {
  int left = 0, right = 0;
};
using WaveRows = std::map<WaveRow, WaveMargins>;

/// Rows beside the thread's own that are read of one plane, and their margins.
struct WaveWindow {
  int low = 0, high = 0;
  WaveMargins margins;
};

/// The parts of a stage. What needs no plane that is new in a step is computed early in it, for
/// several time steps at once; the rest follows, and its time steps wait for each other.
class StageParts {
public:
  StageParts(const analysis::Facts &facts, const WavefrontShape &shape, const StageSkew &stage);

  const ir::Program &program;
  const WavefrontShape &shape;
  const StageSkew &stage;
  const int along;

  /// The value the stage computes.
  ir::ExprId value() const { return program.stages[stage.stage].value; }
  ir::FieldId target() const { return program.stages[stage.stage].target; }
  bool isOperation(ir::ExprId id) const { return stage.at.count(id) != 0; }
  bool isRead(ir::ExprId id) const { return std::holds_alternative<ir::Read>(program[id].node); }
  bool waits(ir::ExprId id) const;

  bool hasEarly() const { return !early.empty(); }
  bool isEarly(ir::ExprId id) const { return early.count(id) != 0; }
  /// Values of the early part that the late part uses.
  const std::set<ir::ExprId> &frontier() const { return used; }
  /// The times of a part, latest first.
  std::vector<int> times(bool isEarly) const;
  /// What a part has to compute at `time`: values that wait, and those the late part uses.
  std::vector<ir::ExprId> wanted(int time, bool isEarly) const;

  WaveRow rowRead(const ir::Read &read, int time) const;
  /// Adds the rows that `root` reads at `time`, but those behind values that are `known`.
  void addRows(WaveRows &rows, ir::ExprId root, int time,
               const std::function<bool(ir::ExprId)> &known) const;
  /// The rows of a part.
  WaveRows rowsOf(bool isEarly) const;
  /// Whether a value is there already when a part is at `time`.
  bool isKnown(ir::ExprId id, int time, bool isEarly) const {
    return isOperation(id) && (stage.at.at(id) < time || (!isEarly && used.count(id)));
  }

  /// The rows of one age at all displacements, when a thread goes through its rows in order: each
  /// is brought once. Margins are those of rows beside the own, which may need more.
  std::optional<WaveWindow> findWindow(const WaveRows &rows, const WaveRow &row) const;

private:
  bool dependsOnNew(ir::ExprId id, int time);
  void findEarly();

  const analysis::Facts &facts;
  std::map<std::pair<ir::ExprId, int>, bool> newness; // what dependsOnNew() has found
  std::set<ir::ExprId> early, used;
};

/// Whether a time step takes the newest cells of the one before as computed, and cells that never
/// change are restored beside: that they are wrong for a moment harms only themselves. With several
/// stages others read them.
bool usesRaw(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
