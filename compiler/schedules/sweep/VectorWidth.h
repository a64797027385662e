/// \file Option vector of sweeps: the bytes of an access with which a thread moves its own cells of
/// a row between memory and registers.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::plan {

inline constexpr int kWidestVector = 16; // bytes

/// For `Schedule::options()`.
OptionSpec vectorOption();

/// Whether accesses as wide as `request` asks for hold whole cells, and no more than a thread has.
Fit fitVector(const analysis::Facts &facts, const ScheduleRequest &request);

/// Whether a thread of so many cells has what `request` asks for.
bool fillsVector(const analysis::Facts &facts, const ScheduleRequest &request, int cells);

/// The bytes of an access at most.
int vectorBytes(const ScheduleRequest &request);
int vectorBytes(const Plan &plan);
/// The bytes of an access where they shall be narrower than the widest ones, else 0.
int vectorBound(const Plan &plan);

/// Keeps in `plan` what was asked for, if it was.
void addVector(const ScheduleRequest &request, Plan &plan);

} // namespace stencilc::plan
