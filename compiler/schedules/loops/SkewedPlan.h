/// \file Plans of time-skewed loops: number of steps, rows of a tile, and predicted cost.
#pragma once

#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Returns the plan `single` extended by groups of `steps` steps, before the remainder steps.
/// `rows`: rows of a tile, 0 for all. If not given, as many as fit in a core's cache.
plan::Plan severalSteps(const analysis::Facts &facts, const plan::Plan &single, int steps,
                        std::optional<int> rows);

/// Returns plans of several steps that are worth comparing with `single`. There are none if the
/// fields stay in the caches from step to step, if the extents are unknown, or if the program does
/// not allow skewing.
std::vector<plan::Plan> plansOfSeveralSteps(const analysis::Facts &facts, const plan::Plan &single);

} // namespace stencilc::schedules
