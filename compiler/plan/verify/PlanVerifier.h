/// \file The plan verifier, which checks any plan against the limits of its target.
#pragma once

#include "plan/interface/Plan.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// Returns a text for each limit that the plan exceeds. The result is empty if the plan is valid. A
/// text gives the limit, the need of the plan, and what to change. Grid limits are checked for the
/// planned extents. The runtime checks the extents of each run.
std::vector<std::string> verifyPlan(const analysis::Facts &facts, const Plan &plan);

} // namespace stencilc::plan
