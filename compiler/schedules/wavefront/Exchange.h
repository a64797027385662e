/// \file What threads of a wavefront exchange for an update.
#pragma once

#include "schedules/wavefront/Shape.h"

namespace stencilc::schedules {

/// What threads exchange for an update, and rows beside their own that they read for one.
struct Exchange {
  double sideRows = 0; // of planes that are updated, that other threads have
  double moreRows = 0; // of fields that never change
  double shuffles = 0; // instructions of 4 bytes per lane
  double shared = 0;   // bytes
};

Exchange exchangeOf(const analysis::Facts &facts, const WavefrontShape &shape);

} // namespace stencilc::schedules
