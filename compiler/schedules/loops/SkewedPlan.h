/// \file Plans of time-skewed loops on the CPU: fused time steps, rows of a tile, predicted cost.
#pragma once

#include "plan/interface/OptionTable.h"
#include "schedules/loops/Skewed.h"

namespace stencilc::schedules {

/// Values of the options of the CPU schedule `loops`.
struct LoopOptions {
  int rows = 0;  // rows of a cache block, or of a tile if time steps are fused; 0: all rows
  int steps = 1; // number of fused time steps; 1: none
};
/// Returns the table of the options of schedule `loops`, which assigns each option to a member of
/// LoopOptions.
const plan::OptionTable<LoopOptions> &loopOptions();

/// Returns a plan of schedule `loops` that fuses `steps` time steps by time skewing (each time step
/// trails the one before by some planes). It is a copy of `single`, a plan of single time steps,
/// whose kernels compute the steps after the last full group. `rows` is the number of rows of a
/// tile, or 0 for all rows. If it is nullopt, a tile has as many rows as fit in a core's cache.
plan::Plan severalSteps(const analysis::Facts &facts, const plan::Plan &single, int steps,
                        std::optional<int> rows);

/// Returns plans of schedule `loops` with fused time steps, one for each temporal degree (number of
/// fused steps) whose tiles fit in a core's cache. Returns none if the whole grid fits in the
/// caches, if its size is unknown, or if the program cannot be time-skewed. `single` is the plan of
/// single time steps.
std::vector<plan::Plan> plansOfSeveralSteps(const analysis::Facts &facts, const plan::Plan &single);

} // namespace stencilc::schedules
