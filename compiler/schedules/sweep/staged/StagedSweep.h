/// \file Plans of sweeps that load planes into shared memory, and their predicted cost.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Returns the value of option `stage`, which says which cells a block loads into shared memory.
plan::Staging stagingOf(const plan::ScheduleRequest &request);

/// Copies to the options of `plan` those options of `request` that a plan shows only if the user
/// has set them, such as `store`.
void addRequested(const plan::ScheduleRequest &request, plan::Plan &plan);

/// Checks whether a request to load planes into shared memory (option `stage`) can be fulfilled. A
/// refusal has the reason.
plan::Fit fitStagedSweep(const analysis::Facts &facts, const plan::Target &target,
                         const plan::ScheduleRequest &request);
/// Returns the plans that fulfil the request within the limits of the target. `isNamed` is true if
/// the user has set the option `stage`. Otherwise there are fewer plans, and `tune` tries the
/// others.
std::vector<plan::Plan> stagedSweepPlans(const analysis::Facts &facts, const plan::Target &target,
                                         const plan::ScheduleRequest &request, bool isNamed);

} // namespace stencilc::schedules
