/// \file Plan of the first kernels of a run, which compile fast. The run computes with them until
/// the kernels of its actual plan are compiled (hot swap).
#pragma once

#include "plan/search/Planner.h"

namespace stencilc::plan {

/// Returns the plan of the first kernels of a run that later continues with `planning.best`. These
/// kernels compile fast, because they fuse no time steps. It is the cheaper one of a sweep plan and
/// a naive plan. It uses the buffers of `planning.best` and computes the same bits. If `isTried`,
/// the other one becomes an alternative, and the run times both on its first time steps.
///
/// Returns `nullopt` in these cases:
/// - neither `planning.best` nor its alternatives fuse time steps;
/// - the target is a CPU, or the plan is out of core or for several devices;
/// - fields are updated in place;
/// - no sweep plan and no naive plan can use the buffers of `planning.best`.
std::optional<Plan> firstPlan(const analysis::Facts &facts, const Planning &planning, bool isTried);

} // namespace stencilc::plan
