/// \file The plan of the first kernels of a run, which compile fast. The run computes with them
/// until the kernels of its planned plan are compiled (hot swap).
#pragma once

#include "plan/search/Planner.h"

namespace stencilc::plan {

/// Returns the plan of the first kernels of a run that continues with `planning.best`: the sweep or
/// the naive plan, whichever costs less. Its fields have the buffers of `planning.best`, and both
/// compute the same bits. With `isTried`, the other of the two is an alternative, so that the run
/// times both on its first steps.
///
/// Returns `nullopt` if the kernels of `planning.best` and of its alternatives fuse no time steps,
/// because these compile as fast. Also returns `nullopt` for a CPU, for an out-of-core or divided
/// plan, and if fields are updated in one buffer.
std::optional<Plan> firstPlan(const analysis::Facts &facts, const Planning &planning, bool isTried);

} // namespace stencilc::plan
