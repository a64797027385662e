/// \file Summary of the reads of one time step, from which ring buffers are sized for every tile.
#pragma once

#include "analysis/Facts.h"
#include <climits>
#include <map>

namespace stencilc::schedules {

struct TimeSkew;

/// Range of the ages of all reads of one field level (a field at one time level) from memory. The
/// age of a read is the number of planes by which its plane lies behind the newest loaded plane.
struct ReadAges {
  int firstOwn = INT_MAX;  // smallest age of reads without an offset along y
  int firstRows = INT_MAX; // smallest age of reads with an offset along y
  int last = INT_MIN;
  int lastRows = INT_MIN; // largest age of reads with an offset along y
};

/// Properties of the reads of one time step that do not depend on tiles and on the number of fused
/// time steps.
struct SkewReads {
  /// Fields that never change and, in a kernel of a single time step, older time levels. For each
  /// field level, the ages of its reads: the numbers of planes by which the read planes lie behind
  /// the newest loaded plane.
  std::map<analysis::FieldLevel, ReadAges> fromMemory;
  /// Age of the oldest plane of each updated field that is read with an offset along y. The age is
  /// the number of planes by which it lies behind the newest plane.
  std::map<ir::FieldId, int> lastRows;
  /// Number of planes below the updated one that every stage reads of updated fields: the minimum
  /// over the stages.
  int planesBack = 0;
  bool readsNew = false; // reads neighbours that an earlier stage of the same time step computed
  bool replays = false;  // reads of some field beyond the low face need a replay (Replay.h)
  /// Number of 32-bit words of partial sums that are kept at the same time, per cell and time step.
  /// A sum counts once for each step of the sweep for which it is kept.
  int sumWords = 0;
};

/// Returns the summary of the reads of `skew`. All other members of `skew` must be set.
SkewReads readsOf(const analysis::Facts &facts, const TimeSkew &skew);

} // namespace stencilc::schedules
