/// \file Summary of the reads of one time step, from which ring buffers are sized for every tile.
#pragma once

#include "analysis/Facts.h"
#include <climits>
#include <map>

namespace stencilc::schedules {

struct TimeSkew;

/// Range of the ages of all reads of one field level (a field at one time level) from memory. An
/// age counts planes behind the newest loaded one.
struct ReadAges {
  int firstOwn = INT_MAX;  // youngest age of reads in rows of the thread itself
  int firstRows = INT_MAX; // youngest age of reads in rows of other threads
  int last = INT_MIN;
  int lastRows = INT_MIN; // oldest age of reads in rows of other threads
};

/// Properties of the reads of one time step that are the same for all tiles and numbers of steps.
struct SkewReads {
  /// Ages of the reads of fields that never change and, in a kernel of a single time step, of older
  /// time levels.
  std::map<analysis::FieldLevel, ReadAges> fromMemory;
  /// Age of the oldest plane of each updated field that is read in rows of other threads.
  std::map<ir::FieldId, int> lastRows;
  /// Number of planes below the updated one that every stage reads of updated fields.
  int planesBack = 0;
  bool readsNew = false; // reads neighbours that an earlier stage of the same time step computed
  bool replays = false;  // reads of some field beyond the low face need a replay (Replay.h)
  /// Size in 32-bit words, for one cell and time step, of partial sums times the steps of the sweep
  /// for which they are kept.
  int sumWords = 0;
};

/// Returns the summary of the reads of `skew`, all other members of which must be set.
SkewReads readsOf(const analysis::Facts &facts, const TimeSkew &skew);

} // namespace stencilc::schedules
