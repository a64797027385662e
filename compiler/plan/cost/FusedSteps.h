/// \file Fusing of time steps, for all schedules: whether it is possible, and the mean cost of a
/// step.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::plan {

/// Checks whether one launch can compute several time steps of `program`. Refuses programs that
/// repeat updates within a step (`repeat`), and programs whose steps need a reduction over the grid
/// or a scalar of the previous step. `instead` is the schedule (or option) that the reason
/// recommends to the user.
Fit fitFusedSteps(const ir::Program &program, llvm::StringRef instead);

/// Returns the mean cost of a time step in the planned run. Reports and saves divide the run into
/// segments. Each segment has groups of `steps` fused time steps, and then single steps. `fused` is
/// the cost of one step in a group, and `single` that of a single step. The result has the unit of
/// these arguments.
double costOfSteps(const analysis::Facts &facts, int steps, double fused, double single);

} // namespace stencilc::plan
