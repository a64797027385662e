/// \file Estimates the amount of data that threads of a wavefront kernel exchange to update a cell.
#pragma once

#include "schedules/wavefront/shape/Shape.h"

namespace stencilc::schedules {

/// Data that threads exchange for one update of a cell: rows, shuffles and traffic with shared
/// memory.
struct Exchange {
  double sideRows = 0; // rows of updated fields, computed by other threads, that are read
  double moreRows = 0; // rows of fields that never change, loaded from shared memory
  double shuffles = 0; // shuffle instructions, each of 4 bytes per lane
  double shared = 0;   // bytes through shared memory
};

/// Returns the data that threads exchange for one update of a cell, averaged over the time steps.
Exchange exchangeOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
