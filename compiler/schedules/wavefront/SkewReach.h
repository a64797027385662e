/// \file From when to when the stages of a skewed time step run, and how far they read.
#pragma once

#include "schedules/wavefront/TimeSkew.h"

namespace stencilc::schedules {

/// Sets `cross`, `perStep`, `firstOut`, `lastOut` and `firstPart` of a skew whose stages are there.
void measureSkew(const ir::Program &program, int along, TimeSkew &skew);

} // namespace stencilc::schedules
