/// \file Plans of sweeps that load planes into shared memory, and their predicted cost.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Returns the value of option `stage` of `request`, the memory from which neighbours in the plane
/// are read. Returns Staging::None if it is not set.
plan::Staging stagingOf(const plan::ScheduleRequest &request);

/// Copies options from `request` to `plan` that a plan shows only if the user has set them:
/// `blocks`, `store` and `vector`.
void addRequested(const plan::ScheduleRequest &request, plan::Plan &plan);

/// Checks whether the target can run the program as `request` asks, with planes in shared memory
/// (option `stage`). Returns the reason if it cannot.
plan::Fit fitStagedSweep(const analysis::Facts &facts, const plan::Target &target,
                         const plan::ScheduleRequest &request);
/// Returns the candidate plans with planes in shared memory that respect `request` and fit the
/// target. `isNamed` is true if the user has set the option `stage`. Otherwise there are fewer
/// plans, and `tune` tries the others.
std::vector<plan::Plan> stagedSweepPlans(const analysis::Facts &facts, const plan::Target &target,
                                         const plan::ScheduleRequest &request, bool isNamed);

} // namespace stencilc::schedules
