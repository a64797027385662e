/// \file Kernel variants for the trial: plans that a long run compares with the best plan.
///
/// The cost model cannot know the code that nvcc generates, nor the sizes of later runs. A program
/// therefore also contains the kernels of the best plans of other schedules, and of a plan that
/// fuses another number of time steps if its cost is similar. A long run times all of them on its
/// first steps and continues with the fastest (runtime: VariantTrial.h). All variants compute the
/// same bits.
#pragma once

#include "plan/search/Planner.h"

namespace stencilc::plan {

/// Adds to `planning.best` the plans that a long run times against it: the cheapest plan of each
/// other schedule, and a plan of the same schedule that fuses another number of steps. Plans that
/// cost much more than `planning.best` are left out. Adds none if the run has less than 100 steps,
/// has receivers, is out of core or uses several devices. A CPU only compares fused with single
/// steps.
void addAlternatives(const analysis::Facts &facts, Planning &planning);

} // namespace stencilc::plan
