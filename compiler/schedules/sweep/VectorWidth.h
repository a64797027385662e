/// \file Option `vector` of sweeps: bytes of an access with which a thread loads and stores its own
/// cells of a row.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

inline constexpr int kWidestVector = 16; // bytes

/// Returns the option for `Schedule::options()`.
plan::OptionSpec vectorOption();

/// Returns whether accesses of the requested width hold whole cells, and not more than a thread
/// has; or why not.
plan::Fit fitVector(const analysis::Facts &facts, const plan::ScheduleRequest &request);

/// Returns true if a thread of `cells` cells fills the requested accesses.
bool fillsVector(const analysis::Facts &facts, const plan::ScheduleRequest &request, int cells);

/// Returns the largest number of bytes of an access.
int vectorBytes(const plan::ScheduleRequest &request);
int vectorBytes(const plan::Plan &plan);
/// Returns the bytes of an access if it is limited to less than kWidestVector, else 0.
int vectorBound(const plan::Plan &plan);

/// Stores the option in `plan` if it was requested.
void addVector(const plan::ScheduleRequest &request, plan::Plan &plan);

} // namespace stencilc::schedules
