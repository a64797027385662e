/// \file The plans of a sweep whose planes wait in shared memory (Staging.h): when they fit
/// and what they are expected to cost.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::plan {

/// The value of option stage.
Staging stagingOf(const ScheduleRequest &request);

/// Options of a sweep that a plan names only if they were asked for.
void addRequested(const ScheduleRequest &request, Plan &plan);

/// Whether `request`, which asks for stage=rows or stage=shared, can be had.
Fit fitStagedSweep(const analysis::Facts &facts, const Target &target,
                   const ScheduleRequest &request);
/// The plans that honour it, none beyond the limits of the target; fewer if the user did not name
/// the stage, which leaves the rest to `tune`.
std::vector<Plan> stagedSweepPlans(const analysis::Facts &facts, const Target &target,
                                   const ScheduleRequest &request, bool isNamed);

} // namespace stencilc::plan
