/// \file The plans that `stencilc tune` measures: those with the least predicted cost, of every
/// schedule.
#pragma once

#include "plan/search/Planner.h"
#include <optional>
#include <vector>

namespace stencilc::plan {

/// Returns at most `count` plans within the limits of the target, cheapest first. Candidates are
/// the proposals of each schedule, and variants of its best plan with one other option value. First
/// the best plan of each schedule is chosen, unless it is far too slow, then others by cost.
/// Variants, and plans similar to those chosen before, count as costlier. A request fixes schedule
/// and options.
std::vector<Plan> searchSpace(const analysis::Facts &facts, const Target &target,
                              const std::optional<ScheduleRequest> &request, std::size_t count);

} // namespace stencilc::plan
