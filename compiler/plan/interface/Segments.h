/// \file Segments of a run: the time steps between moments at which all cells must have reached the
/// same time step.
#pragma once

#include "analysis/Facts.h"
#include <vector>

namespace stencilc::plan {

/// Consecutive time steps of a run, at whose end all cells must have reached the same time step.
/// Such moments are reports, rules (`until` conditions), saves, and the end of the run.
struct Segment {
  std::int64_t steps = 0;
  bool endsSingle = false; // last step launched alone: a report reads a level before it
  std::int64_t count = 0;  // number of such segments in the run
};

/// Returns true if the segments of a run (time steps between reports) are known. They are known if
/// the user or the source gives the number of steps. They are also known if reports, rules (`until`
/// conditions) or saves divide the run.
bool knowsSegments(const analysis::Facts &facts);

/// Returns the segments of a run (time steps between reports). Equal segments are one entry with a
/// count. Of a very long run only the first segments are returned.
std::vector<Segment> segmentsOf(const analysis::Facts &facts);

} // namespace stencilc::plan
