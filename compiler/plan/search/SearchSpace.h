/// \file Selects the plans that `stencilc tune` measures: those with the least predicted cost, from
/// every schedule.
#pragma once

#include "plan/search/Planner.h"
#include <optional>
#include <vector>

namespace stencilc::plan {

/// Returns at most `count` plans for `stencilc tune` to measure, sorted by predicted cost. All of
/// them respect the limits of the target. Candidates are the plans of each schedule, and variants
/// of its best plan in which one option has another value. The best plan of each schedule is
/// selected first, unless it costs more than three times as much as the best plan of all. Then the
/// cheapest candidates are selected. Variants, and plans similar to selected ones, count as more
/// expensive. If `request` is set, only plans with this schedule and these options are candidates.
std::vector<Plan> searchSpace(const analysis::Facts &facts, const Target &target,
                              const std::optional<ScheduleRequest> &request, std::size_t count);

} // namespace stencilc::plan
