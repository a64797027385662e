/// \file Combinations of the options of a wavefront that are worth ranking.
///
/// What is tried is a table, Tried.def: the values of each option, by axes and traits of the
/// program.
#pragma once

#include "plan/Schedule.h"
#include <vector>

namespace stencilc::schedules {

/// Small: for programs whose planes fill shared memory; they lose more at their edges.
enum class TileSize { Standard, Small };

/// Options asked for are fixed.
std::vector<plan::FusedPlan> wavefrontChoices(const analysis::Facts &facts,
                                              const plan::Target &target,
                                              const plan::ScheduleRequest &request, TileSize size);

} // namespace stencilc::schedules
