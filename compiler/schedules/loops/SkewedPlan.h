/// \file Plans of schedule loops that do several steps at once: how deep, in tiles of how many
/// rows, and what that costs.
#pragma once

#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// `single`, a plan of single steps, with groups of `steps` before the steps left over; `rows` of a
/// tile, 0: all, as many as fit in a core's cache where it is not given.
plan::Plan severalSteps(const analysis::Facts &facts, const plan::Plan &single, int steps,
                        std::optional<int> rows);

/// The depths that are worth a look beside `single`: none where the fields stay in the caches from
/// step to step, nobody says how large they are, or the program cannot.
std::vector<plan::Plan> plansOfSeveralSteps(const analysis::Facts &facts, const plan::Plan &single);

} // namespace stencilc::schedules
