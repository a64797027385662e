/// \file Fusing of time steps, for all schedules: when it is possible, and the mean cost in a run.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::plan {

/// Checks whether time steps of `program` can be fused. They cannot if a step needs a scalar of the
/// step before, needs any reduction over the grid, or repeats updates. The reason for a refusal
/// advises the user to use the schedule `instead`.
Fit fitFusedSteps(const ir::Program &program, llvm::StringRef instead);

/// Returns the mean cost of a time step in the planned run, which reports divide into segments. A
/// step in a full group of `steps` fused steps costs `fused`. The steps left at the end of a
/// segment cost `single` each.
double costOfSteps(const analysis::Facts &facts, int steps, double fused, double single);

} // namespace stencilc::plan
