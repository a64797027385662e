/// \file Option `vector` of schedule `sweep`: bytes of its own cells that a thread loads at once.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

inline constexpr int kWidestVector = 16; // bytes of the widest access of a thread

/// Checks the option `vector` of `request`, the bytes of one access of a thread. An access must
/// hold whole cells and, if the option `cells` is set, not more cells than a thread has. Returns
/// the reason if the check fails. Returns success if `vector` is not set.
plan::Fit fitVector(const analysis::Facts &facts, const plan::ScheduleRequest &request);

/// Returns true if `cells` adjacent cells of the program's widest cell type fill at least one
/// access of the size that option `vector` of `request` sets. Also returns true if `request` does
/// not set the size.
bool fillsVector(const analysis::Facts &facts, const plan::ScheduleRequest &request, int cells);

/// Returns the largest number of bytes that a thread accesses at once: the value of option `vector`
/// of `request`, or 16 if it is not set.
int vectorBytes(const plan::ScheduleRequest &request);
/// Returns the largest number of bytes that a thread accesses at once: the value of option `vector`
/// of `plan`, or 16 if it is not set.
int vectorBytes(const plan::Plan &plan);
/// Returns the maximum number of bytes of an access if option `vector` of `plan` sets fewer than
/// 16. Otherwise returns 0, which means no limit.
int vectorBound(const plan::Plan &plan);

/// Copies option `vector` (bytes of an access) from `request` to the options of `plan`. Does
/// nothing if `request` does not set it.
void addVector(const plan::ScheduleRequest &request, plan::Plan &plan);

} // namespace stencilc::schedules
