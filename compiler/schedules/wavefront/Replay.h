/// \file Replays: steps of the sweep that are executed again for ghost planes beyond the low face.
///
/// Mirror and copy faces make ghost planes repeat planes that arrive later. A thread reads its own
/// column of them once the repeated planes have arrived (Repeats.h). Of rows of other threads,
/// shared memory keeps only the newest two planes. So partial sums that need other rows of ghost
/// planes are first computed from wrong cells. When all repeated planes have arrived, these partial
/// sums are computed again from them, and nothing else is.
///
/// A replay runs before its step arrives at the plane barrier. Thus two planes exist in shared
/// memory, the newest and the one before. The first time step reads ghost planes from memory and
/// needs no replay.
#pragma once

#include "schedules/wavefront/TimeSkew.h"
#include <optional>

namespace stencilc::schedules {

struct WavefrontShape;

/// A replay of one stage: steps of the sweep that are executed again near the low face, from the
/// planes that ghost planes repeat. Steps are counted from the one in which plane 0 of a field with
/// arrival 0 is new for a time step.
struct Replay {
  ir::StageId stage;
  int due = 0;       // step of the sweep before which the replay runs
  int steps = 0;     // number of steps replayed, up to step due - 1
  int firstTime = 0; // first time step that does not read its planes from memory

  /// Returns the last time of parts that a replay computes for the step `behind` steps before
  /// `due`. Parts at later times belong to ghost planes.
  int lastTime(int behind) const { return due - behind; }
};

/// Returns true if ghost planes of `field` need a replay (steps executed again). `field` has a
/// mirror or copy face at the low end of the swept axis, and an update reads rows of other threads
/// there.
bool isReplayed(const analysis::Facts &facts, ir::FieldId field);

/// Returns the highest plane of the grid that a ghost plane of `field` beyond the low face repeats.
int replayedPlane(const analysis::Facts &facts, ir::FieldId field);

/// A row that a replayed step of the sweep reads. The step lies `behind` steps before the replay,
/// and the plane of the row was `age` steps old then.
struct ReplayedRow {
  ir::FieldId field;
  int level = 0, age = 0, behind = 0;
};
/// Returns the age, in steps at the time of the replay, of the plane from which a replayed step
/// reads `row`. For a ghost plane this is the plane that it repeats.
int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row);

/// Returns the replays of a kernel: steps of the sweep that are executed again near the low face.
/// All other parts of `shape` must be set. Returns `nullopt` and sets `reason` if a plane that a
/// replay reads is no longer kept.
std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason);

} // namespace stencilc::schedules
