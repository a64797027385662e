/// \file Planes beyond the low face of the swept axis that repeat later ones, where updates read
/// them in rows of other threads: steps of the sweep that are replayed.
///
/// A thread keeps its own cells of planes that went by, and reads those beyond the face once the
/// planes that they repeat are there (Repeats.h). Of rows of other threads only the newest planes
/// are there, in shared memory. So parts of updates made of planes beyond the face are computed
/// when these would be the newest, from cells without meaning. As soon as all planes that they
/// repeat are there, the steps since the first of them are replayed with those planes in place of
/// the ones beyond the face: what waits for planes to come is computed anew, nothing else. A replay
/// comes before its step arrives at the barrier of the block, so that two planes are there, the
/// newest and the one before.
///
/// What the first time step reads of memory needs no replay: memory gives planes beyond the face.
#pragma once

#include "schedules/wavefront/TimeSkew.h"
#include <optional>

namespace stencilc::schedules {

struct WavefrontShape;

/// The steps of the sweep that are replayed for one stage. Times are counted as in a skew, from the
/// step in which plane 0 of a field with arrival 0 is new to a time step.
struct Replay {
  ir::StageId stage;
  int due = 0;       // the step that the replay precedes
  int steps = 0;     // how many steps are replayed, those up to the one before `due`
  int firstTime = 0; // the first time step whose planes memory does not have

  /// The last time of parts that belong to planes of the grid in the step `behind` steps before.
  int lastTime(int behind) const { return due - behind; }
};

/// Whether planes of a field are replayed: those beyond the low face of the swept axis repeat
/// others, and some update reads rows of other threads there.
bool isReplayed(const analysis::Facts &facts, ir::FieldId field);

/// The last plane of the grid that stands for one beyond the low face.
int replayedPlane(const analysis::Facts &facts, ir::FieldId field);

/// A row that a replayed step reads: it was `age` steps old in the step `behind` steps before the
/// one in which it is replayed.
struct ReplayedRow {
  ir::FieldId field;
  int level = 0, age = 0, behind = 0;
};
/// How many steps old the plane is, where a replay finds it, that stands for the plane of the row.
int ageInReplay(const analysis::Facts &facts, const TimeSkew &skew, const Replay &replay,
                const ReplayedRow &row);

/// The replays of a kernel, of which all but this is known; nothing if a plane is not there any
/// more (with the reason).
std::optional<std::vector<Replay>> findReplays(const analysis::Facts &facts,
                                               const WavefrontShape &shape, std::string &reason);

} // namespace stencilc::schedules
