/// \file Checks a plan against the limits of its target, whoever made it.
#pragma once

#include "plan/Plan.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// What is wrong with the plan, empty if nothing: each finding states the limit, what the plan
/// needs, what the target has, and what to change. Grid limits are checked for the extents the plan
/// was made for (the size hint); the runtime checks the extents of each run.
std::vector<std::string> verifyPlan(const analysis::Facts &facts, const Plan &plan);

} // namespace stencilc::plan
