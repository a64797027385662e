/// \file Plans of time-skewed loops on the CPU: the number of fused time steps, the rows of a tile,
/// and the predicted cost.
#pragma once

#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Returns the plan `single` with groups of `steps` time steps fused by time skewing. `single`
/// computes the remainder steps. `rows`: rows of a tile, or 0 for all. If not given, as many rows
/// as fit in a core's cache.
plan::Plan severalSteps(const analysis::Facts &facts, const plan::Plan &single, int steps,
                        std::optional<int> rows);

/// Returns plans with several fused time steps that are worth comparing with `single`. There are
/// none if the fields stay in the caches from step to step, if the extents are unknown, or if the
/// program does not allow time skewing.
std::vector<plan::Plan> plansOfSeveralSteps(const analysis::Facts &facts, const plan::Plan &single);

} // namespace stencilc::schedules
