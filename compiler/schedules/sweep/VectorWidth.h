/// \file Option `vector` of schedule `sweep`: bytes of its own cells that a thread loads at once.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

inline constexpr int kWidestVector = 16; // bytes

/// Returns whether accesses of the requested width hold whole cells, and not more cells than a
/// thread has. Otherwise returns the reason.
plan::Fit fitVector(const analysis::Facts &facts, const plan::ScheduleRequest &request);

/// Returns true if the `cells` cells of a thread fill an access of the requested width. Also
/// returns true if `request` sets no width.
bool fillsVector(const analysis::Facts &facts, const plan::ScheduleRequest &request, int cells);

/// Returns the largest number of bytes that a thread accesses at once: the requested width, or 16
/// if none is requested.
int vectorBytes(const plan::ScheduleRequest &request);
int vectorBytes(const plan::Plan &plan);
/// Returns the bytes of an access if `plan` has fewer than the default, 16. Otherwise returns 0.
int vectorBound(const plan::Plan &plan);

/// Stores the requested width of accesses as an option of `plan`. Does nothing without a request.
void addVector(const plan::ScheduleRequest &request, plan::Plan &plan);

} // namespace stencilc::schedules
