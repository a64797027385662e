/// \file The table of kernel variants that a run may choose from, besides the kernels of single
/// time steps.
#include "emit/Ladder.h"
#include "emit/Lower.h"
#include "plan/RestKernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace stencilc::emit {

std::int64_t stepCost(const plan::Plan &plan) {
  return plan.hasStepKernels() || plan.rest.empty() ? plan::singleCost(plan)
                                                    : plan::launchCost(plan.rest.back());
}

std::string alternativeSpace(const plan::Plan &plan) {
  std::string name = plan.schedule;
  name.front() = llvm::toUpper(name.front());
  return "by" + name;
}

/// Returns the variants for the fused time steps of a plan. `space` is the prefix of their
/// namespaces: "bySweep::", or "".
static std::vector<Rung> rungsOf(const plan::Plan &plan, const std::string &space) {
  std::vector<Rung> rungs;
  for (const plan::FusedKernel &kernel : fusedKernels(plan))
    rungs.push_back({.steps = kernel.fused.steps,
                     .launch = space + spaceOf(kernel) + "::launch",
                     .cost = plan::launchCost(kernel, stepCost(plan))});
  return rungs;
}

/// Returns the lowest cost of one time step by the best plan's own kernels, in the unit of
/// plan::launchCost.
static std::int64_t costOfOwnStep(const plan::Plan &plan, const std::vector<Rung> &own) {
  std::int64_t least = stepCost(plan);
  for (const Rung &rung : own)
    least = std::min(least, (rung.cost + rung.steps - 1) / rung.steps);
  return least;
}

/// Returns the variants of an alternative plan, or its single step if it fuses none. Their costs
/// are raised above `ownStep` a time step, so that a run uses the best plan until a trial has
/// measured them.
static std::vector<Rung> rungsOfAlternative(const plan::Plan &plan, std::int64_t ownStep) {
  const std::string space = alternativeSpace(plan) + "::";
  std::vector<Rung> rungs = rungsOf(plan, space);
  if (rungs.empty())
    rungs.push_back({.launch = space + "step", .cost = plan::singleCost(plan)});
  for (Rung &rung : rungs) {
    rung.schedule = plan.schedule;
    rung.cost = std::max(rung.cost, rung.steps * ownStep + 1);
  }
  return rungs;
}

std::vector<Rung> ladderOf(const plan::Plan &plan) {
  std::vector<Rung> ladder = rungsOf(plan, "");
  llvm::erase_if(ladder, [](const Rung &rung) { return rung.steps == 1; }); // used for single steps
  const std::int64_t ownStep = costOfOwnStep(plan, ladder);
  for (const plan::Plan &other : plan.alternatives)
    llvm::append_range(ladder, rungsOfAlternative(other, ownStep));
  llvm::stable_sort(ladder, [](const Rung &a, const Rung &b) { return a.steps > b.steps; });
  return ladder;
}

} // namespace stencilc::emit
