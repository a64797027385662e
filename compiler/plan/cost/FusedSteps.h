/// \file Fusing of time steps, for all schedules: whether it is possible, and the mean cost of a
/// step.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::plan {

/// Checks whether one launch can compute several time steps of `program`. Refuses programs that
/// repeat updates within a step, and programs whose steps need a reduction over the grid or a
/// scalar of the previous step. The reason recommends the schedule `instead` to the user.
Fit fitFusedSteps(const ir::Program &program, llvm::StringRef instead);

/// Returns the mean cost of a time step in the planned run. Reports and saves divide the run into
/// segments of time steps. Each segment has groups of `steps` fused steps, and then single steps. A
/// step in a group costs `fused`, and a single step costs `single`. The result has the same unit.
double costOfSteps(const analysis::Facts &facts, int steps, double fused, double single);

} // namespace stencilc::plan
