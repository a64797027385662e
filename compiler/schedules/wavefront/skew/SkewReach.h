/// \file Summarizes the time skew of a wavefront (the step of the sweep in which each update runs):
/// earliest and latest times of all updates, and the largest offsets of their reads.
#pragma once

#include "schedules/wavefront/skew/TimeSkew.h"

namespace stencilc::schedules {

/// Computes five members of `skew` from its stages (update statements). `cross` has, for each
/// field, the largest offsets of reads of other columns. `lost` has the cells at each side of a
/// tile that become invalid in 1, 2, ... time steps. `firstOut` and `lastOut` are the earliest and
/// latest times at which a stage is complete. `firstPart` is the earliest time at which any part of
/// an update runs.
///
/// Time n means step p + n of the sweep, where p is the updated plane. `along` is the swept axis.
void measureSkew(const analysis::Facts &facts, int along, TimeSkew &skew);

} // namespace stencilc::schedules
