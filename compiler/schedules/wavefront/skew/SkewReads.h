/// \file Summary of the reads of one time step, from which ring buffers are sized for every tile.
#pragma once

#include "analysis/Facts.h"
#include <climits>
#include <map>

namespace stencilc::schedules {

struct TimeSkew;

/// Ages of the reads of one field level (a field at one time level) from memory. The age of a read
/// is the number of planes by which its plane lies behind the newest loaded plane.
struct ReadAges {
  int firstOwn = INT_MAX;  // smallest age of reads without an offset along y
  int firstRows = INT_MAX; // smallest age of reads with an offset along y
  int last = INT_MIN;      // largest age of all reads
  int lastRows = INT_MIN;  // largest age of reads with an offset along y
};

/// Properties of the reads of one time step that depend neither on the size of tiles nor on the
/// number of fused time steps.
struct SkewReads {
  /// Ages of the reads of each field level that is read from memory. These are fields that never
  /// change and, in a kernel of a single time step, older time levels. The age of a read is the
  /// number of planes by which its plane lies behind the newest loaded plane.
  std::map<analysis::FieldLevel, ReadAges> fromMemory;
  /// Largest age of the reads with an offset along y, for each updated field. The age of a read is
  /// the number of planes by which its plane lies behind the newest plane.
  std::map<ir::FieldId, int> lastRows;
  /// Distance in planes from the updated plane down to the lowest plane of updated fields that a
  /// stage (update statement) reads. With several stages, it is the smallest of their distances.
  int planesBack = 0;
  bool readsNew = false; // reads neighbours that an earlier stage of the same time step computed
  bool replays = false;  // reads of some field beyond the low face need a replay (Replay.h)
  /// Number of 32-bit words of partial sums that are in registers at the same time, per cell and
  /// time step. A sum that stays for n steps of the sweep counts n times, because it is kept for n
  /// planes.
  int sumWords = 0;
};

/// Returns the summary of the reads of `skew`. Precondition: all other members of `skew` are set.
SkewReads readsOf(const analysis::Facts &facts, const TimeSkew &skew);

} // namespace stencilc::schedules
