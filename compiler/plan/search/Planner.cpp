/// \file The planner, which asks all schedules for candidate plans and chooses the cheapest.
#include "plan/search/Planner.h"
#include "plan/cost/Power.h"
#include "plan/cost/Watching.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>

namespace stencilc::plan {

/// Multiplies the estimate of each kernel by the number of its executions in a time step, and adds
/// the extra time to the plan's cost. Kernels in a `repeat` statement have several executions, and
/// schedules count each kernel once.
static void countIterations(const analysis::Facts &facts, Plan &plan) {
  for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
    const auto times = static_cast<double>(facts.dependence.kernels[index].times);
    Estimate &estimate = plan.kernels[index].estimate;
    plan.cost += (times - 1) * estimate.seconds / plan.devices();
    for (double *part : {&estimate.memoryBytes, &estimate.cacheBytes, &estimate.sharedBytes,
                         &estimate.arithmetic, &estimate.instructions, &estimate.memory,
                         &estimate.cache, &estimate.waiting, &estimate.pipe, &estimate.issue,
                         &estimate.shared, &estimate.launch, &estimate.seconds, &estimate.joules})
      *part *= times;
  }
}

/// Adds to the cost of each plan the time in which the host waits for reductions over all cells.
static void countPasses(const analysis::Facts &facts, const Target &target,
                        std::vector<Plan> &plans) {
  const std::vector<WaitedPass> passes = waitedPasses(facts, target);
  for (Plan &plan : plans) {
    plan.waited = secondsWaited(facts, passes, plan.devices());
    plan.cost += plan.waited;
  }
}

/// Asks `schedule` for candidate plans and adds them to `planning`. If the schedule has no plan,
/// adds its reason.
static void ask(const Schedule &schedule, const analysis::Facts &facts, const Target &target,
                const ScheduleRequest &request, Planning &planning) {
  const auto reject = [&](std::string reason) {
    planning.rejected.push_back({schedule.name().str(), std::move(reason)});
  };
  if (!schedule.makes(target.kind))
    return reject(std::string("it makes ") + spelt(schedule.target()) +
                  " code, and the target is " + spelt(target.kind) +
                  "; use --target=" + spelt(schedule.target()));
  if (request.name.empty() && !schedule.isProposed(facts)) {
    const Fit fit = schedule.fit(facts, target, request);
    return reject(!fit.legal ? fit.reason
                             : "the planner does not propose it; ask for it with --schedule=" +
                                   schedule.name().str() + ", or let stencilc tune measure it");
  }
  auto [fit, plans] = schedule.propose(facts, target, request);
  if (!fit.legal)
    return reject(fit.reason);
  if (plans.empty())
    return reject("no choice of its options fits this program");
  if (!facts.dependence.loops.empty())
    for (Plan &plan : plans)
      countIterations(facts, plan);
  countPasses(facts, target, plans);
  std::move(plans.begin(), plans.end(), std::back_inserter(planning.candidates));
}

/// Factors on the least cost up to which a plan with a more reliable prediction is preferred.
/// kHardlyMore is for plans without spilled registers. The others are for plans that fuse no steps,
/// if the cheapest plan is a fused kernel with one step per launch: kLineHardlyMore with one or two
/// axes, kSingleHardlyMore with three.
static constexpr double kHardlyMore = 1.02, kLineHardlyMore = 1.5, kSingleHardlyMore = 1.05;
/// Factor by which a fused kernel with two axes must be cheaper than a kernel that fuses fewer time
/// steps. The kernel with more steps needs more registers and longer code.
static constexpr double kDeeper = 1.01;

/// Moves the first of `plans` before `end` for which `isSurer` returns true to the front, if its
/// cost is at most `hardlyMore` times the least cost.
static void prefer(std::vector<Plan> &plans, std::vector<Plan>::iterator end, double hardlyMore,
                   llvm::function_ref<bool(const Plan &)> isSurer) {
  const auto first = std::find_if(plans.begin(), end, isSurer);
  if (first != end && first->cost <= plans.front().cost * hardlyMore)
    std::rotate(plans.begin(), first, std::next(first));
}

/// Moves the plan with the most reliable prediction to the front, among plans of about the same
/// cost before `end`. Spills are predicted worst. On an H100, kernels without fused steps that read
/// through the caches were predicted within 3%. Kernels for fused steps with one step per launch
/// were predicted 6 to 18% too fast.
static void preferSure(const analysis::Facts &facts, std::vector<Plan> &plans,
                       std::vector<Plan>::iterator end) {
  prefer(plans, end, kHardlyMore,
         [](const Plan &plan) { return !plan.fused || plan.fusedKernel.estimate.spilled <= 0; });
  if (plans.begin() == end || !plans.front().fused)
    return;
  const int steps = plans.front().fused->steps;
  if (facts.program.rank() == 2)
    prefer(plans, end, kDeeper, [&](const Plan &plan) {
      return plan.fused && plan.fused->steps < steps && plan.fusedKernel.estimate.spilled <= 0;
    });
  if (plans.front().fused->steps == 1)
    prefer(plans, end, facts.program.rank() < 3 ? kLineHardlyMore : kSingleHardlyMore,
           [](const Plan &plan) { return !plan.fused; });
}

/// Moves one of the plans before `end` to the front: of those that cost at most 12% more than the
/// first plan, the fastest one without the power limit of the GPU. Does nothing if the limit slows
/// no plan. The reason is that costs under the limit depend on predicted energies. Measurements
/// confirmed only three of eleven predicted gains in energy.
static void preferBursts(std::vector<Plan> &plans, std::vector<Plan>::iterator end) {
  constexpr double kAlike = 1.12;
  if (std::none_of(plans.begin(), end, [](const Plan &plan) { return plan.burst > 0; }))
    return; // the power limit slows no plan, or the run is short
  const auto burstOf = [](const Plan &plan) { return plan.burst > 0 ? plan.burst : plan.cost; };
  const double most = plans.front().cost * kAlike;
  const auto first = std::min_element(plans.begin(), end, [&](const Plan &a, const Plan &b) {
    return std::pair(a.cost > most, burstOf(a)) < std::pair(b.cost > most, burstOf(b));
  });
  if (first != plans.begin())
    first->notes.push_back(
        "the fastest in a burst, of plans that are about equally fast at the power limit");
  std::rotate(plans.begin(), first, std::next(first));
}

Planning choosePlan(const analysis::Facts &facts, const Target &target,
                    const std::optional<ScheduleRequest> &request) {
  Planning planning;
  if (request) {
    if (const Schedule *schedule = findSchedule(request->name))
      ask(*schedule, facts, target, *request, planning);
    else
      planning.rejected.push_back({request->name, "there is no schedule of this name"});
  } else {
    for (const Schedule *schedule : allSchedules())
      if (schedule->makes(target.kind))
        ask(*schedule, facts, target, {}, planning);
  }
  auto &plans = planning.candidates;
  auto beyond = std::stable_partition(plans.begin(), plans.end(), [&](const Plan &plan) {
    return verifyPlan(facts, plan).empty();
  });
  const auto cheaper = [](const Plan &a, const Plan &b) { return a.cost < b.cost; };
  if (isLongRun(facts, plans.begin(), beyond))
    std::for_each(plans.begin(), plans.end(), limitBySustainedPower);
  std::stable_sort(plans.begin(), beyond, cheaper);
  preferBursts(plans, beyond);
  preferSure(facts, plans, beyond);
  std::stable_sort(beyond, plans.end(), cheaper);
  if (!plans.empty())
    planning.best = plans.front();
  return planning;
}

} // namespace stencilc::plan
