/// \file Segments of a run: the time steps between two moments at which all cells must have reached
/// the same time step.
#pragma once

#include "analysis/Facts.h"
#include <vector>

namespace stencilc::plan {

/// Consecutive time steps of a run after which all cells must have reached the same step. A segment
/// ends at a report, a rule (`until` condition), a save, or the end of the run.
struct Segment {
  std::int64_t steps = 0;
  /// True if the last time step is launched alone, because a report reads an older time level.
  bool endsSingle = false;
  std::int64_t count = 0; // number of such segments in the run
};

/// Returns true if the lengths of the segments of a run are known. A segment is a sequence of time
/// steps up to a report, a rule (`until` condition), a save, or the end of the run. Lengths are
/// known if the user or the source gives the number of time steps, or if reports, rules or saves
/// divide the run.
bool knowsSegments(const analysis::Facts &facts);

/// Returns the segments of a run. A segment is a sequence of time steps up to a report, a rule
/// (`until` condition), a save, or the end of the run. Equal segments are one element with a count.
/// For a run of unknown length, 1000 time steps are assumed. Segments after the 1000th of a run are
/// ignored.
std::vector<Segment> segmentsOf(const analysis::Facts &facts);

} // namespace stencilc::plan
