/// \file Estimates how much data the threads of a wavefront kernel exchange to update a cell.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Amount of data that threads exchange to update one cell: rows, shuffle instructions and bytes
/// through shared memory.
struct Exchange {
  double sideRows = 0; // rows of updated fields that other threads have computed
  double moreRows = 0; // rows of fields that never change, loaded from shared memory
  double shuffles = 0; // shuffle instructions, each of 4 bytes per lane
  double shared = 0;   // bytes through shared memory
};

/// Returns the amount of data that threads exchange to update one cell, averaged over the fused
/// time steps.
Exchange exchangeOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
