/// \file What a wavefront costs, and how it looks.
#pragma once

#include "plan/WavefrontShape.h"

namespace stencilc::plan {

struct WavefrontCost {
  double seconds = 0; // per 1e9 cell updates, on the grid planned for
  Estimate estimate;
  std::vector<std::string> notes;
};

/// The time of a sweep is that of its slowest resource and part of the others: memory (each cell
/// once per `steps` steps, and halos), arithmetic, shared memory, issue; all but memory times the
/// redundancy of overlapping tiles and the steps chunks take to fill.
WavefrontCost estimateWavefront(const analysis::Facts &facts, const WavefrontShape &shape,
                                const Target &target);

/// The pipeline drawn in text: which plane each time step is at, what waits where.
std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::plan
