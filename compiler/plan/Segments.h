/// \file How many time steps a run does between moments at which all cells are asked for.
#pragma once

#include "analysis/Facts.h"
#include <vector>

namespace stencilc::plan {

/// Time steps at whose end all cells are at one time: for reports and rules, or as the run ends.
struct Segment {
  std::int64_t steps = 0;
  bool endsSingle = false; // the last step is done by itself: a report reads a level before it
  std::int64_t count = 0;  // of such segments
};

/// The steps of a run, if the user or the source says, or reports and rules cut it.
bool knowsSegments(const analysis::Facts &facts);

/// The segments of such a run, each kind once; of a very long one those at its beginning.
std::vector<Segment> segmentsOf(const analysis::Facts &facts);

} // namespace stencilc::plan
