/// \file The plans of a sweep whose planes wait in shared memory (Staging.h): when they fit
/// and what they are expected to cost.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// The value of option stage.
plan::Staging stagingOf(const plan::ScheduleRequest &request);

/// Options of a sweep that a plan names only if they were asked for.
void addRequested(const plan::ScheduleRequest &request, plan::Plan &plan);

/// Whether `request`, which asks for stage=rows or stage=shared, can be had.
plan::Fit fitStagedSweep(const analysis::Facts &facts, const plan::Target &target,
                         const plan::ScheduleRequest &request);
/// The plans that honour it, none beyond the limits of the target; fewer if the user did not name
/// the stage, which leaves the rest to `tune`.
std::vector<plan::Plan> stagedSweepPlans(const analysis::Facts &facts, const plan::Target &target,
                                         const plan::ScheduleRequest &request, bool isNamed);

} // namespace stencilc::schedules
