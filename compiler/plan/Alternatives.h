/// \file Plans beside the best: where the model may be wrong, a run finds out.
///
/// No model knows what a compiler makes of an update, how many loads wait for each other, or what
/// the sizes of a later run will be. A program therefore brings the kernels of the best plans of
/// other schedules as well, and of another number of steps at once where that costs about the same:
/// a long run times all of them on its first steps and goes on with the fastest (runtime:
/// RungTrial.h). The bits are the same.
#pragma once

#include "plan/Planner.h"

namespace stencilc::plan {

/// Gives `planning.best` its alternatives: of each other schedule that can stand beside it the
/// cheapest plan, and of its own the cheapest of another depth, unless the model is sure, or the
/// run is known to be short. On a CPU a plan of
/// several steps at once is tried against the single steps that it has anyway.
void addAlternatives(const analysis::Facts &facts, Planning &planning);

} // namespace stencilc::plan
