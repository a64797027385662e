/// \file Computes the reach of a time skew: when its stages run, and from how far they read.
#pragma once

#include "schedules/wavefront/skew/TimeSkew.h"

namespace stencilc::schedules {

/// Sets how far the stages of `skew` read from other threads (`cross`, `perStep`), and the range of
/// times at which they run (`firstOut`, `lastOut`, `firstPart`). The stages of `skew` must be set.
/// `along` is the swept axis.
void measureSkew(const ir::Program &program, int along, TimeSkew &skew);

} // namespace stencilc::schedules
