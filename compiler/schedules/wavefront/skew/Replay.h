/// \file Replays: steps of the sweep that are executed again for planes beyond the low face.
///
/// Beyond a mirror or copy face, ghost planes have the values of planes of the grid, which a sweep
/// loads later. A thread waits for these source planes where it reads ghost planes in its own
/// column (Repeats.h). It cannot wait for rows of other threads, because shared memory keeps only
/// their newest two planes. So partial sums that need such rows are first computed from wrong
/// cells. When all source planes are loaded, these partial sums alone are computed again.
///
/// Each step of the sweep has a barrier, at which threads arrive when they have written rows that
/// others read. A replay runs before this arrival. Shared memory then has two planes, the newest
/// and the one before. The first time step reads ghost planes from memory and needs no replay.
#pragma once

#include "schedules/wavefront/skew/TimeSkew.h"
#include <optional>

namespace stencilc::schedules {

struct WavefrontShape;

/// Steps of the sweep near the low face that are executed again for one stage (update statement).
/// They read planes beyond this face, which have the values of planes that the sweep loads later.
/// Steps are counted from 0. In step q + a, plane q of a field becomes new (is loaded or computed),
/// where a is a constant of the field, its arrival.
struct Replay {
  ir::StageId stage;
  int due = 0;       // the replay runs before this step of the sweep
  int steps = 0;     // number of steps that are executed again, up to step due - 1
  int firstTime = 0; // first fused time step that does not read its planes from global memory

  /// Returns the last time of those parts of an update that a replayed (repeated) step of the sweep
  /// computes. Time n means step p + n of the sweep, where p is the updated plane. The replayed
  /// step lies `behind` steps before the step `due`, in which the replay runs. Parts at later times
  /// would update planes beyond the face.
  int lastTime(int behind) const { return due - behind; }
};

/// Returns true if reads of `field` beyond the low face of the swept axis need a replay (steps of
/// the sweep executed again). This is so with three axes if the face is a mirror or copy face, and
/// an update reads rows of other threads there.
bool isReplayed(const analysis::Facts &facts, ir::FieldId field);

/// Returns the index of the highest plane of the grid whose values are needed in ghost planes of
/// `field`. The ghost planes are those that updates read beyond the low face of the swept axis.
/// That face must be a mirror or copy face.
int replayedPlane(const analysis::Facts &facts, ir::FieldId field);

/// Row of cells that a replayed step of the sweep (one that is executed again) reads: `field` at
/// time level `level`. The replayed step lies `behind` steps before the step in which the replay
/// runs. `age` is the number of steps from the step in which the row's plane became new to the
/// replayed step.
struct ReplayedRow {
  ir::FieldId field;
  int level = 0, age = 0, behind = 0;
};
/// Returns how many steps of the sweep before `replay` (steps executed again near the low face) the
/// plane became new from which a replayed step reads `row`. A plane becomes new when it is loaded
/// or computed. If `row` lies beyond the low face, the plane of the grid with the same values
/// counts.
int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row);

/// Returns the replays of a kernel: steps of the sweep that are executed again near the low face.
/// All other members of `shape` must be set. Returns `nullopt` and sets `reason` if a plane that a
/// replay reads is no longer in registers or shared memory.
std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason);

} // namespace stencilc::schedules
