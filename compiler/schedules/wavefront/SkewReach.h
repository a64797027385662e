/// \file Measures a time skew: when its stages run, and how far they read.
#pragma once

#include "schedules/wavefront/TimeSkew.h"

namespace stencilc::schedules {

/// Sets `cross`, `perStep`, `firstOut`, `lastOut` and `firstPart` of `skew`. Its stages must be
/// set. `along` is the swept axis.
void measureSkew(const ir::Program &program, int along, TimeSkew &skew);

} // namespace stencilc::schedules
