/// \file Estimates the amount of data that threads of a wavefront kernel exchange to update a cell.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Shuffles, shared memory traffic and rows of other threads that one update of a cell needs.
struct Exchange {
  double sideRows = 0; // rows of updated fields that other threads computed
  double moreRows = 0; // rows of fields that never change
  double shuffles = 0; // instructions, each of 4 bytes per lane
  double shared = 0;   // bytes through shared memory
};

/// Returns the amount of data that threads exchange to update one cell by one time step.
Exchange exchangeOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
