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

/// Smallest expected seconds of a run for which programs contain kernels of alternative plans that
/// fuse no steps. In longer runs the gain is more than the time of their compilation.
inline constexpr double kTriedSeconds = 0.05;

/// Kinds of plans that a program may contain for a trial, beside the best plan. `SingleSteps` are
/// the plans that fuse no time steps. Their kernels compile in about 0.1 s each. `All` also has the
/// plans that fuse steps, whose kernels compile in seconds.
enum class TrialPlans : std::uint8_t { None, SingleSteps, All };

/// Returns the kinds of plans that a run is worth a trial of. The run has facts.steps time steps,
/// or any number if that is empty. The model expects it to take `seconds`, or infinity if that is
/// not known.
TrialPlans trialPlansFor(const analysis::Facts &facts, double seconds);

/// Adds to `planning.best` the plans that a long run times against it, of the kinds in `plans`. On
/// a GPU these are:
/// - the best plan of each schedule that fuses no steps (`naive`, `sweep`), whatever its cost;
/// - the best plan of each other schedule, unless it costs much more than `planning.best`;
/// - a plan of the same schedule that fuses another number of steps.
///
/// A plan must fit the buffers of `planning.best`, and record receivers (points at which a run
/// saves a field) in the same way. A CPU only compares fused with single steps. Adds none if
/// `planning.best` is out of core or uses several devices.
void addAlternatives(const analysis::Facts &facts, Planning &planning,
                     TrialPlans plans = TrialPlans::All);

} // namespace stencilc::plan
