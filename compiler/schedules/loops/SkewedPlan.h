/// \file Plans of time-skewed loops on the CPU: fused time steps, rows of a tile, predicted cost.
#pragma once

#include "plan/interface/OptionTable.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Values of the options of the schedule `loops`.
struct LoopOptions {
  int rows = 0;  // rows of a cache block, or of a tile of fused time steps; 0: all
  int steps = 1; // time steps that are fused
};
/// Returns the table that maps names of options to members of LoopOptions.
const plan::OptionTable<LoopOptions> &loopOptions();

/// Returns a plan that fuses groups of `steps` time steps by time skewing. The plan `single`
/// computes the remainder steps (those left after the last full group) and provides all other
/// options. `rows` is the number of rows of a tile, or 0 for all rows. Without it, a tile has as
/// many rows as fit in a core's cache.
plan::Plan severalSteps(const analysis::Facts &facts, const plan::Plan &single, int steps,
                        std::optional<int> rows);

/// Returns plans with fused time steps, one for each temporal degree (number of fused steps) whose
/// tiles fit in a core's cache. Returns none if the whole grid fits in the caches, if its size is
/// unknown, or if the program does not allow time skewing. `single` is the plan with single time
/// steps.
std::vector<plan::Plan> plansOfSeveralSteps(const analysis::Facts &facts, const plan::Plan &single);

} // namespace stencilc::schedules
