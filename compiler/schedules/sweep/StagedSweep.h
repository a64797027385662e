/// \file Plans of sweeps that stage planes in shared memory (Staging.h): which programs allow them,
/// and their predicted cost.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// Returns the value of option `stage`.
plan::Staging stagingOf(const plan::ScheduleRequest &request);

/// Adds options to the plan that it names only if they were requested.
void addRequested(const plan::ScheduleRequest &request, plan::Plan &plan);

/// Returns whether a request for stage=rows or stage=shared can be fulfilled, or why not.
plan::Fit fitStagedSweep(const analysis::Facts &facts, const plan::Target &target,
                         const plan::ScheduleRequest &request);
/// Returns the plans that fulfil the request within the limits of the target. There are fewer if
/// the user did not name the stage; `tune` tries the others.
std::vector<plan::Plan> stagedSweepPlans(const analysis::Facts &facts, const plan::Target &target,
                                         const plan::ScheduleRequest &request, bool isNamed);

} // namespace stencilc::schedules
