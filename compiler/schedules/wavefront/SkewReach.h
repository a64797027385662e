/// \file Computes the reach of a time skew: when its stages run, and from how far they read.
#pragma once

#include "schedules/wavefront/TimeSkew.h"

namespace stencilc::schedules {

/// Sets the members `cross`, `perStep`, `firstOut`, `lastOut` and `firstPart` of `skew`, whose
/// stages must be set. `along` is the swept axis.
void measureSkew(const ir::Program &program, int along, TimeSkew &skew);

} // namespace stencilc::schedules
