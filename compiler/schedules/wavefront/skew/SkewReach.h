/// \file Summarizes the time skew of a wavefront (the step of the sweep in which each update runs):
/// earliest and latest times of all updates, and the largest offsets of their reads.
#pragma once

#include "schedules/wavefront/skew/TimeSkew.h"

namespace stencilc::schedules {

/// Sets five members of `skew` from its updates: the largest offsets of reads across threads
/// (`cross`, by field), and the cells at each side of a tile that become invalid per time step
/// (`perStep`). Times at which updates are complete (`firstOut`, `lastOut`) and begin (`firstPart`)
/// are in steps of the sweep, relative to the updated plane. `along` is the swept axis.
void measureSkew(const ir::Program &program, int along, TimeSkew &skew);

} // namespace stencilc::schedules
