/// \file The planner, which collects candidate plans from all schedules and chooses the cheapest.
#include "plan/search/Planner.h"
#include "plan/cost/Power.h"
#include "plan/cost/Watching.h"
#include "plan/search/Doubt.h"
#include "plan/verify/PlanVerifier.h"
#include <algorithm>

namespace stencilc::plan {

/// Corrects the predicted cost of `plan` for kernels within a `repeat` statement, which a time step
/// executes several times. Schedules have counted each kernel once. Multiplies the estimate of such
/// a kernel by its number of executions per step, and increases `plan.cost` by the additional time.
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

/// Adds to the cost of each plan in `plans` the time in which the host waits for results of
/// reductions over all cells. This part of the cost is also stored in `Plan::waited`.
static void countPasses(const analysis::Facts &facts, const Target &target,
                        std::vector<Plan> &plans) {
  const std::vector<WaitedPass> passes = waitedPasses(facts, target);
  for (Plan &plan : plans) {
    plan.waited = secondsWaited(facts, passes, plan.devices());
    plan.cost += plan.waited;
  }
}

/// Adds the plans that `schedule` proposes to `planning.candidates`. If it has none, adds its name
/// and the reason to `planning.rejected`. `request` has the requested options. Its name is empty if
/// the user requests no schedule.
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

/// Moves the plan that is fastest in short runs (without the power limit of the GPU) to the front
/// of `plans`. Only the plans before `end` are considered whose expected cost is at most 12% above
/// that of the first plan. Has no effect if the power limit slows no plan. Costs under the limit
/// depend on predicted energies, which are less reliable: measurements confirmed only three of
/// eleven predicted gains.
static void preferBursts(const analysis::Facts &facts, std::vector<Plan> &plans,
                         std::vector<Plan>::iterator end) {
  constexpr double kAlike = 1.12;
  if (std::none_of(plans.begin(), end, [](const Plan &plan) { return plan.burst > 0; }))
    return; // the power limit slows no plan, or the run is short
  const auto burstOf = [&](const Plan &plan) {
    return (plan.burst > 0 ? plan.burst : plan.cost) * (1 + doubtOf(facts, plan));
  };
  const double most = expectedCost(facts, plans.front()) * kAlike;
  const auto first = std::min_element(plans.begin(), end, [&](const Plan &a, const Plan &b) {
    return std::pair(expectedCost(facts, a) > most, burstOf(a)) <
           std::pair(expectedCost(facts, b) > most, burstOf(b));
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
  const auto cheaper = [&](const Plan &a, const Plan &b) {
    return expectedCost(facts, a) < expectedCost(facts, b);
  };
  if (isLongRun(facts, plans.begin(), beyond))
    std::for_each(plans.begin(), plans.end(), limitBySustainedPower);
  std::stable_sort(plans.begin(), beyond, cheaper);
  preferBursts(facts, plans, beyond);
  std::stable_sort(beyond, plans.end(), cheaper);
  if (!plans.empty())
    planning.best = plans.front();
  return planning;
}

} // namespace stencilc::plan
