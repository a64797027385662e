/// \file Plan of the first kernels of a run, which compile fast.
#include "plan/search/FirstPlan.h"
#include "plan/cost/Buffers.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::plan {

namespace {

/// Returns true if a kernel of `plan`, or of one of its alternatives, fuses time steps. Compilation
/// of such kernels takes seconds.
bool compilesSlowly(const Plan &plan) {
  return plan.fused ||
         llvm::any_of(plan.alternatives, [](const Plan &other) { return other.fused.has_value(); });
}

/// Returns the cheapest valid plan of the schedule `name` that fuses no time steps. Returns
/// `nullopt` if there is none. If `planning.candidates` has no such plan, because the user
/// requested another schedule, the program is planned again with the schedule `name`.
std::optional<Plan> planOf(const char *name, const analysis::Facts &facts,
                           const Planning &planning) {
  const auto isValid = [&](const Plan &plan) {
    return plan.schedule == name && !plan.fused && verifyPlan(facts, plan).empty();
  };
  if (const auto found = llvm::find_if(planning.candidates, isValid);
      found != planning.candidates.end())
    return *found;
  const Planning asked = choosePlan(facts, planning.best->target, ScheduleRequest{name, {}});
  return asked.best && isValid(*asked.best) ? asked.best : std::nullopt;
}

/// Returns true if, for each field, `plan` needs at most as many buffers (arrays in memory) as
/// `next`.
bool computesInBuffersOf(const analysis::Facts &facts, const Plan &plan, const Plan &next) {
  return llvm::all_of(facts.program.fields.ids(), [&](ir::FieldId field) {
    return buffersOf(facts, plan, field) <= buffersOf(facts, next, field);
  });
}

} // namespace

std::optional<Plan> firstPlan(const analysis::Facts &facts, const Planning &planning,
                              bool isTried) {
  const Plan &best = *planning.best;
  if (best.target.kind != TargetKind::Cuda || best.ranged() || best.isInPlace ||
      !compilesSlowly(best))
    return std::nullopt;
  const auto next = std::make_shared<const Plan>(best);
  std::vector<Plan> plans;
  for (const char *name : {"sweep", "naive"}) {
    // Only naive kernels of single steps record values for receivers.
    if (best.recordsReceivers(facts.program) && llvm::StringRef(name) != "naive")
      continue;
    std::optional<Plan> plan = planOf(name, facts, planning);
    if (!plan || !computesInBuffersOf(facts, *plan, best))
      continue;
    plan->next = next;
    plan->alternatives.clear();
    plans.push_back(std::move(*plan));
  }
  if (plans.empty())
    return std::nullopt;
  llvm::stable_sort(plans, [](const Plan &a, const Plan &b) { return a.cost < b.cost; });
  Plan first = std::move(plans.front());
  first.isTried = isTried && plans.size() > 1;
  if (first.isTried)
    first.alternatives.push_back(std::move(plans.back()));
  return first;
}

} // namespace stencilc::plan
