/// \file Replays: steps of the sweep that are executed again for planes beyond the low face.
///
/// Beyond a mirror or copy face, ghost planes have the values of planes of the grid, which a sweep
/// loads later. A thread waits for these source planes where it reads ghost planes in its own
/// column (Repeats.h). It cannot wait for rows of other threads, because shared memory keeps only
/// their newest two planes. So partial sums that need such rows are first computed from wrong
/// cells. When all source planes are loaded, these partial sums alone are computed again.
///
/// A replay runs before its step arrives at the plane barrier. Shared memory then has two planes,
/// the newest and the one before. The first time step reads ghost planes from memory and needs no
/// replay.
#pragma once

#include "schedules/wavefront/skew/TimeSkew.h"
#include <optional>

namespace stencilc::schedules {

struct WavefrontShape;

/// A replay of one stage: steps of the sweep near the low face that are executed again, because
/// planes beyond that face have the values of planes loaded later. Steps are counted from the one
/// in which plane 0 of a field is new, if its arrival (delay of new planes) is 0.
struct Replay {
  ir::StageId stage;
  int due = 0;       // step of the sweep before which the replay runs
  int steps = 0;     // number of steps replayed, up to step due - 1
  int firstTime = 0; // first time step that does not read its planes from memory

  /// Returns the last time, in steps of the sweep relative to the updated plane, of the parts of an
  /// update that one replayed (repeated) step computes. This step lies `behind` steps before `due`.
  /// Parts at later times belong to planes beyond the face.
  int lastTime(int behind) const { return due - behind; }
};

/// Returns true if reads of `field` beyond the low face need a replay (steps of the sweep executed
/// again). This is so if it is a mirror or copy face of the swept axis, and an update reads rows of
/// other threads there.
bool isReplayed(const analysis::Facts &facts, ir::FieldId field);

/// Returns the index of the highest plane of the grid from which a plane of `field` beyond the low
/// face is copied (mirror or copy face).
int replayedPlane(const analysis::Facts &facts, ir::FieldId field);

/// A row of cells that a replayed step of the sweep (one that is executed again) reads. The step
/// lies `behind` steps before the replay. When it first ran, the plane of the row was `age` steps
/// old.
struct ReplayedRow {
  ir::FieldId field;
  int level = 0, age = 0, behind = 0;
};
/// Returns the age, in steps of the sweep at the time of the replay (when earlier steps are
/// executed again), of the plane from which a replayed step reads `row`. For a plane beyond the low
/// face, it is the plane of the grid with the same values.
int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row);

/// Returns the replays of a kernel: steps of the sweep that are executed again near the low face.
/// All other members of `shape` must be set. Returns `nullopt` and sets `reason` if a plane that a
/// replay reads is no longer kept.
std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason);

} // namespace stencilc::schedules
