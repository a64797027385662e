/// \file Kernel variants for the trial: plans that a long run times against the best plan.
///
/// The cost model cannot know the code that nvcc generates, nor the sizes of later runs. A program
/// therefore also contains the kernels of the best plans of other schedules, and of a plan that
/// fuses another number of time steps if its cost is similar. A long run times all of them on its
/// first steps and continues with the fastest (runtime: VariantTrial.h). All variants compute the
/// same bits.
#pragma once

#include "plan/search/Planner.h"

namespace stencilc::plan {

/// Predicted run time in seconds below which a program contains no kernels of alternative plans.
/// The gain in shorter runs would be less than the time to compile these kernels.
inline constexpr double kTriedSeconds = 0.05;

/// Kinds of plans that a program may contain in addition to the best plan, so that a long run can
/// time both and continue with the faster one (trial). `SingleSteps` are plans that fuse no time
/// steps. Their kernels compile in about 0.1 s each. `All` also includes plans that fuse time
/// steps, whose kernels compile in seconds.
enum class TrialPlans : std::uint8_t { None, SingleSteps, All };

/// Returns the kinds of plans that are worth a trial (timing of several plans on the first time
/// steps) in a run of `facts.steps` time steps. `seconds` is the predicted time of the run, or
/// infinity if it is not known. If `facts.steps` is not set, 100 steps are assumed.
TrialPlans trialPlansFor(const analysis::Facts &facts, double seconds);

/// Adds plans of the kinds `plans` to `planning.best.alternatives`. A long run times them against
/// the best plan on its first time steps (trial). On a GPU these are:
/// - the best plan of each schedule that fuses no steps (`naive`, `sweep`), whatever its cost;
/// - the best plan of each other schedule, unless it costs much more than `planning.best`;
/// - a plan of the same schedule that fuses another number of steps.
/// Plans that fuse steps and spill more than kSpillTolerance registers are left out.
///
/// A plan is added only if it needs no more buffers than `planning.best`. Both plans must also
/// record receivers (points at which a run saves a field) in the same way, in their kernels or
/// between launches. On a CPU no plan is added, but a run may time its fused steps against single
/// steps. Has no effect if `planning.best` is out of core or for several devices.
void addAlternatives(const analysis::Facts &facts, Planning &planning,
                     TrialPlans plans = TrialPlans::All);

} // namespace stencilc::plan
