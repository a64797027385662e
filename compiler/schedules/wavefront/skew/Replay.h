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
/// Planes beyond this face have the values of planes that the sweep loads later. Steps are counted
/// from 0: in step q + a, plane q of a field becomes new (is loaded or computed). Here a is the
/// delay of the field in steps, its arrival.
struct Replay {
  ir::StageId stage;
  int due = 0;       // step of the sweep before which the replay runs
  int steps = 0;     // number of steps replayed, up to step due - 1
  int firstTime = 0; // first time step that does not read its planes from memory

  /// Returns the last time of those parts of an update that a replayed (repeated) step computes, in
  /// steps of the sweep relative to the updated plane. The replayed step lies `behind` steps before
  /// `due`, the step in which the replay runs. Parts at later times are left out, because they
  /// would update planes beyond the face.
  int lastTime(int behind) const { return due - behind; }
};

/// Returns true if reads of `field` beyond the low face need a replay (steps of the sweep executed
/// again). This is so if it is a mirror or copy face of the swept axis, and an update reads rows of
/// other threads there.
bool isReplayed(const analysis::Facts &facts, ir::FieldId field);

/// Returns the index of the highest plane of the grid whose values ghost planes of `field` have,
/// among those that updates read beyond the low face of the swept axis. That face must be a mirror
/// or copy face.
int replayedPlane(const analysis::Facts &facts, ir::FieldId field);

/// A row of cells that a replayed step of the sweep (one that is executed again) reads. The step
/// lies `behind` steps before the replay. When it first ran, the plane of the row was `age` steps
/// old.
struct ReplayedRow {
  ir::FieldId field;
  int level = 0, age = 0, behind = 0;
};
/// Returns how many steps of the sweep before a replay (repeated steps near the low face) the plane
/// was new from which a replayed step reads `row`. If `row` lies beyond the low face, that is the
/// plane of the grid with the same values.
int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row);

/// Returns the replays of a kernel: steps of the sweep that are executed again near the low face.
/// All other members of `shape` must be set. Returns `nullopt` and sets `reason` if a plane that a
/// replay reads is no longer kept.
std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason);

} // namespace stencilc::schedules
