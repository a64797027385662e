/// \file Plans of sweep kernels that load planes into shared memory.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Returns the value of option `stage` of `request`: the memory from which updates read neighbours
/// in the plane. Returns Staging::None if the option is not set.
plan::Staging stagingOf(const plan::ScheduleRequest &request);

/// Copies the options `blocks`, `store` and `vector` from `request` to the options of `plan`.
/// Leaves out options that `request` does not set.
void addRequested(const plan::ScheduleRequest &request, plan::Plan &plan);

/// Checks whether the target can run the program with the options of `request`, with planes in
/// shared memory. Returns the reason if it cannot.
plan::Fit fitStagedSweep(const analysis::Facts &facts, const plan::Target &target,
                         const plan::ScheduleRequest &request);
/// Returns the candidate plans with planes in shared memory that respect `request` and fit the
/// target. `isNamed` is true if the user has set the option `stage`. Otherwise fewer values of the
/// other options are tried.
std::vector<plan::Plan> stagedSweepPlans(const analysis::Facts &facts, const plan::Target &target,
                                         const plan::ScheduleRequest &request, bool isNamed);

} // namespace stencilc::schedules
