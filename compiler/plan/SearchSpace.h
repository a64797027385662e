/// \file The plans that a measured search tries: those the model ranks best, from every schedule.
#pragma once

#include "plan/Planner.h"
#include <optional>
#include <vector>

namespace stencilc::plan {

/// At most `count` plans that the plan verifier accepts, cheapest first. Schedules are asked for
/// what they propose by themselves, with each value listed for one of their options, and with half
/// and twice the whole numbers of their best plan; a request fixes schedule and options. The
/// planner's own choice comes in first, then the best plan of each other schedule unless it is
/// hopeless, then by rank; plans that no schedule proposes by itself and plans like those taken
/// before count as costlier than the model says.
std::vector<Plan> searchSpace(const analysis::Facts &facts, const Target &target,
                              const std::optional<ScheduleRequest> &request, std::size_t count);

} // namespace stencilc::plan
