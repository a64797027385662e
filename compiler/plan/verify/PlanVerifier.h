/// \file The plan verifier, which checks a plan of any schedule against the limits of its target.
#pragma once

#include "plan/interface/Plan.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// Returns an error text for each limit of its target that `plan` exceeds, or an empty list if the
/// plan is valid. A text has the limit, the amount that the plan needs, and advice on what to
/// change. The number of blocks is checked for the planned size of the grid. The runtime checks the
/// sizes of each run.
std::vector<std::string> verifyPlan(const analysis::Facts &facts, const Plan &plan);

} // namespace stencilc::plan
