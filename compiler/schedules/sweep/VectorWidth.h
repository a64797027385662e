/// \file Option vector of sweeps: the bytes of an access with which a thread moves its own cells of
/// a row between memory and registers.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

inline constexpr int kWidestVector = 16; // bytes

/// For `Schedule::options()`.
plan::OptionSpec vectorOption();

/// Whether accesses as wide as `request` asks for hold whole cells, and no more than a thread has.
plan::Fit fitVector(const analysis::Facts &facts, const plan::ScheduleRequest &request);

/// Whether a thread of so many cells has what `request` asks for.
bool fillsVector(const analysis::Facts &facts, const plan::ScheduleRequest &request, int cells);

/// The bytes of an access at most.
int vectorBytes(const plan::ScheduleRequest &request);
int vectorBytes(const plan::Plan &plan);
/// The bytes of an access where they shall be narrower than the widest ones, else 0.
int vectorBound(const plan::Plan &plan);

/// Keeps in `plan` what was asked for, if it was.
void addVector(const plan::ScheduleRequest &request, plan::Plan &plan);

} // namespace stencilc::schedules
