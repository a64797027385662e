/// \file Base class of schedules that launch the kernels of another schedule on a range of planes.
#include "plan/interface/RangedSchedule.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::plan {

void RangedSchedule::lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
                           kernel::Readers &readers) const {
  findSchedule(plan.ranged()->inner)->lower(module, facts, plan, readers);
}

void RangedSchedule::lowerFused(kernel::Module &module, const analysis::Facts &facts,
                                const Plan &plan, const KernelPlan &kernel) const {
  findSchedule(plan.ranged()->inner)->lowerFused(module, facts, plan, kernel);
}

ScheduleRequest RangedSchedule::innerOf(const analysis::Facts &facts, const Target &target,
                                        const ScheduleRequest &request) const {
  const std::optional<ScheduleRequest> asked = innerRequest(request).first;
  ScheduleRequest inner = asked                            ? *asked
                          : target.kind == TargetKind::Cpu ? ScheduleRequest{"loops", {}}
                                                           : ownKernels(facts, target, request);
  if (inner.name == "wavefront")
    inner.options.emplace("rest", "none");
  return inner;
}

Fit RangedSchedule::fitEnds(const analysis::Facts &facts) {
  const std::optional<bool> periodic = endsMeet(facts);
  if (!periodic)
    return Fit::no("some fields are periodic along the last axis and others are not; give all the "
                   "same boundary there");
  if (*periodic && readsEndsAlong(facts, facts.program.lastAxis()))
    return Fit::no("a profile along the last axis, which is periodic, is read: make it a constant "
                   "field of all axes");
  return Fit::yes();
}

Fit RangedSchedule::fit(const analysis::Facts &facts, const Target &target,
                        const ScheduleRequest &request) const {
  const Fit program = fitProgram(facts, request);
  return program.legal ? fitKernels(facts, target, request, innerOf(facts, target, request))
                       : program;
}

Proposal RangedSchedule::propose(const analysis::Facts &facts, const Target &target,
                                 const ScheduleRequest &request) const {
  if (Fit program = fitProgram(facts, request); !program.legal)
    return {std::move(program), {}};
  const ScheduleRequest inner = innerOf(facts, target, request);
  if (Fit kernels = fitKernels(facts, target, request, inner); !kernels.legal)
    return {std::move(kernels), {}};
  return {Fit::yes(), plansWith(facts, target, request, inner)};
}

Fit RangedSchedule::fitKernels(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request, const ScheduleRequest &inner) {
  const Fit kernels = canBeRanged(facts.program, target, inner, request);
  return kernels.legal ? findSchedule(inner.name)->fit(facts, target, inner) : kernels;
}

std::vector<Plan> RangedSchedule::kernelsBy(const analysis::Facts &facts,
                                            const analysis::Facts &part, const Target &target,
                                            const ScheduleRequest &inner) {
  std::vector<Plan> plans = findSchedule(inner.name)->candidates(part, target, inner);
  llvm::erase_if(plans, [&](const Plan &plan) {
    return (plan.fused && plan.fused->isSequential) || !verifyPlan(facts, plan).empty();
  });
  return plans;
}

std::optional<Plan> RangedSchedule::fastestKernels(const analysis::Facts &facts,
                                                   const analysis::Facts &part,
                                                   const Target &target,
                                                   const ScheduleRequest &inner) {
  std::vector<Plan> plans = kernelsBy(facts, part, target, inner);
  const auto fastest = std::min_element(
      plans.begin(), plans.end(), [](const Plan &a, const Plan &b) { return a.cost < b.cost; });
  return fastest == plans.end() ? std::nullopt : std::optional(*fastest);
}

} // namespace stencilc::plan
