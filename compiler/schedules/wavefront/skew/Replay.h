/// \file Replays: steps of the sweep that are executed again to correct values near the low face.
///
/// A ghost plane beyond a mirror or copy face has the values of a source plane, a plane of the
/// grid. The sweep loads this plane later. If a thread reads only its own column of ghost planes,
/// its updates wait for the source planes (Repeats.h). If it reads rows of other threads, they
/// cannot wait, because shared memory keeps only the newest two planes of these rows. So partial
/// sums that need such rows are first computed from wrong cells. When all source planes are loaded,
/// these partial sums alone are computed again.
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
/// When they ran first, the planes of the grid whose values ghost planes beyond the low face have
/// were not loaded or computed yet. Steps are counted from 0. In step q + a, plane q of a field
/// becomes new (is loaded or computed), where the constant a is the arrival of the field.
struct Replay {
  ir::StageId stage;
  int due = 0;       // the steps are executed again before this step of the sweep
  int steps = 0;     // number of steps that are executed again, up to step due - 1
  int firstTime = 0; // first fused time step that is replayed; those before it read global memory

  /// Returns the last time whose part of the update a replayed (repeated) step of the sweep
  /// computes. Time n means step p + n of the sweep, where p is the updated plane. The replayed
  /// step lies `behind` steps before the step `due`, in which the replay runs. Parts at later times
  /// would update planes beyond the face.
  int lastTime(int behind) const { return due - behind; }
};

/// Returns true if reads of `field` beyond the low face of the swept axis need a replay (steps of
/// the sweep executed again). They need one with three axes, if the face is a mirror or copy face
/// and an update reads rows of other threads there.
bool isReplayed(const analysis::Facts &facts, ir::FieldId field);

/// Returns the index of the highest plane of the grid whose values are needed in ghost planes of
/// `field`. The ghost planes are those that updates read beyond the low face of the swept axis.
/// This must be a mirror or copy face.
int replayedPlane(const analysis::Facts &facts, ir::FieldId field);

/// Row of cells of `field`, at time level `level`, that a replayed step of the sweep (one that is
/// executed again) reads. The replayed step lies `behind` steps before the step in which the replay
/// runs. The plane of the row became new (was loaded or computed) `age` steps before the replayed
/// step.
struct ReplayedRow {
  ir::FieldId field;
  int level = 0, age = 0, behind = 0;
};
/// Returns the number of steps of the sweep between two events: the plane that contains `row`
/// becomes new (is loaded or computed), and `replay` (steps executed again near the low face) runs.
/// `skew` has the times at which planes become new. If `row` lies beyond the low face, its values
/// are those of a plane of the grid, and the result is for this plane.
int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row);

/// Returns the replays of a kernel: steps of the sweep that are executed again near the low face.
/// Precondition: all other members of `shape` are set. Returns `nullopt` and sets `reason` if a
/// plane that a replay reads is no longer in registers or shared memory.
std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason);

} // namespace stencilc::schedules
