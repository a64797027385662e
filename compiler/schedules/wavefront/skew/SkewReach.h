/// \file Computes the reach of a time skew: when its stages run, and from how far they read.
#pragma once

#include "schedules/wavefront/skew/TimeSkew.h"

namespace stencilc::schedules {

/// Sets five members of `skew` from its stages. `cross` is the reach of reads in other lanes or
/// rows, by field. `perStep` is the number of cells at each side of a tile that become invalid per
/// time step. `firstOut` and `lastOut` are the earliest and latest time at which a stage is
/// complete. `firstPart` is the earliest time of any part of an update. `along` is the swept axis.
void measureSkew(const ir::Program &program, int along, TimeSkew &skew);

} // namespace stencilc::schedules
