/// \file Plan of the first kernels of a run, which compile fast. The run computes with them until
/// the kernels of its actual plan are compiled (hot swap).
#pragma once

#include "plan/search/Planner.h"

namespace stencilc::plan {

/// Returns the plan of the first kernels of a run that later continues with `planning.best`. It is
/// the sweep plan or the naive plan, whichever has the lower cost. It uses the buffers of
/// `planning.best` and computes the same bits. If `isTried`, the other of the two plans becomes its
/// alternative, so that the run times both on its first time steps.
///
/// Returns `nullopt` in these cases:
/// - neither `planning.best` nor its alternatives fuse time steps (all kernels compile fast);
/// - the target is a CPU, or the plan is out of core or for several devices;
/// - fields are updated in place;
/// - no sweep plan and no naive plan can use the buffers of `planning.best`.
std::optional<Plan> firstPlan(const analysis::Facts &facts, const Planning &planning, bool isTried);

} // namespace stencilc::plan
