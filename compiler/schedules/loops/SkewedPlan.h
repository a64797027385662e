/// \file Plans of time-skewed loops on the CPU: fused time steps, rows of a tile, predicted cost.
#pragma once

#include "plan/interface/OptionTable.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Options of the schedule.
struct LoopOptions {
  int rows = 0;  // of a cache block, or of a tile of fused time steps; 0: all
  int steps = 1; // time steps that are fused
};
/// Returns the options of the schedule.
const plan::OptionTable<LoopOptions> &loopOptions();

/// Returns a plan that fuses groups of `steps` time steps by time skewing. `single` computes the
/// remainder steps (those left after the last full group) and gives all other options. `rows` is
/// the number of rows of a tile, or 0 for all rows. If it is not given, a tile has as many rows as
/// fit in a core's cache.
plan::Plan severalSteps(const analysis::Facts &facts, const plan::Plan &single, int steps,
                        std::optional<int> rows);

/// Returns plans with several fused time steps that are worth comparing with `single`. Returns none
/// if the fields stay in the caches from step to step, if the extents are unknown, or if the
/// program does not allow time skewing.
std::vector<plan::Plan> plansOfSeveralSteps(const analysis::Facts &facts, const plan::Plan &single);

} // namespace stencilc::schedules
