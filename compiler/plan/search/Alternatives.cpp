/// \file Chooses the kernel variants for the trial, in which a long run times several plans on its
/// first steps.
#include "plan/search/Alternatives.h"
#include "ir/Walk.h"
#include "plan/cost/Buffers.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstdlib>

namespace stencilc::plan {

namespace {

/// Limit, relative to the best plan, on the cost of plans in the trial that fuse time steps and are
/// of another schedule. Some best plans took up to 2.2 times their predicted time.
constexpr double kSure = 2.2;
/// Limit kSure for a best plan whose prediction is unreliable. Predictions of fused updates of
/// several fields, and of spilled registers, were wrong by up to five times.
constexpr double kUnsure = 8;
/// Limit, relative to the best plan, on the cost of a plan of the same schedule with another number
/// of fused time steps. Below it, the plan takes part in the trial (long runs time it on their
/// first steps). A wrong number was chosen because of a predicted gain of 1.16 times.
constexpr double kSureOfDepth = 1.2;
/// Smallest relative difference between the temporal degrees (numbers of fused time steps) of the
/// best plan and an alternative. A closer degree cannot gain more time than the compilation of its
/// kernel takes.
constexpr double kOtherDepth = 0.15;
/// Smallest numbers of time steps of a run for which programs contain kernels of alternative plans:
/// of plans that fuse no steps, and of all plans. Two kernels, each launched once to warm up and
/// once to be timed, take an eighth of 32 steps.
constexpr std::int64_t kTriedRun = 32, kLongRun = 100;
/// Smallest expected seconds of a run for which programs contain kernels of all alternative plans.
constexpr double kLongSeconds = 0.5;

bool isUnsure(const analysis::Facts &facts, const Plan &plan) {
  if (!plan.fused)
    return false;
  return facts.footprint.fields.size() > 1 || plan.fusedKernel.estimate.spilled > 0;
}

bool fitsBuffers(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return llvm::all_of(facts.program.fields.ids(), [&](ir::FieldId field) {
    return buffersOf(facts, other, field) <= buffersOf(facts, best, field);
  });
}

/// Returns true if `best` is a fused plan that uses the schedule of `other` for single time steps,
/// and so already contains its kernels.
bool isSingleStepOf(const Plan &best, const Plan &other) {
  return best.fused && best.hasStepKernels() && other.schedule == best.stepSchedule();
}

bool isOtherDepth(const Plan &best, const Plan &other) {
  const int steps = best.fused->steps;
  return std::abs(other.fused->steps - steps) >= kOtherDepth * steps;
}

/// Returns true if `other`, with another number of fused time steps (temporal degree), may be
/// faster than `best`. Both plans must be of one schedule, for three axes, and cost about the same.
/// Their degrees must differ enough, and `other` must not spill more registers.
bool mayBeTheBetterDepth(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return facts.program.rank() == 3 && best.fused && other.fused &&
         best.schedule == other.schedule && isOtherDepth(best, other) &&
         other.cost <= best.cost * kSureOfDepth &&
         other.fusedKernel.estimate.spilled <= std::max(0, best.fusedKernel.estimate.spilled);
}

/// Returns true if `best` has a remainder kernel (for the steps left after full groups of fused
/// steps) with as many time steps as the fused kernel of `other`. The kernel is then the same.
bool hasDepth(const Plan &best, const Plan &other) {
  return llvm::any_of(best.rest, [&](const FusedKernel &kernel) {
    return kernel.fused.steps == other.fused->steps;
  });
}

/// Returns a copy of `plan` without remainder kernels (for the steps left after full groups of
/// fused steps) and without alternatives. The best plan already has such kernels.
Plan strippedOf(const Plan &plan) {
  Plan only = plan;
  only.rest.clear();
  only.alternatives.clear();
  return only;
}

bool canCoexist(const Plan &plan) {
  const Schedule *schedule = findSchedule(plan.schedule);
  return schedule && schedule->traits().canCoexist;
}

/// Lets a long run on a CPU compare the fused steps of the best plan with its single steps. Single
/// steps are faster if memory gives a core as much bandwidth as its caches do.
void tryOwnSteps(Plan &best) {
  if (!best.fused || !best.hasStepKernels())
    return;
  best.isTried = true;
  best.notes.push_back("long runs try single steps against it on their first steps");
}

/// Returns true if both plans record receivers (points at which a run saves a field) in the same
/// way: both in their kernels, or both between launches. `other` may also be the single steps of
/// `best`, which record as `best` does.
bool recordAlike(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return isSingleStepOf(best, other) ||
         best.recordsReceivers(facts.program) == other.recordsReceivers(facts.program);
}

/// Returns true if `other` may be faster than `best`, so that a trial of both is worth its time.
bool mayBeFaster(const analysis::Facts &facts, const Plan &best, const Plan &other,
                 TrialPlans plans) {
  const bool isOfBest = other.schedule == best.schedule;
  if (!other.fused)
    return !isOfBest;
  if (plans != TrialPlans::All)
    return false;
  return isOfBest ? mayBeTheBetterDepth(facts, best, other)
                  : other.cost <= best.cost * (isUnsure(facts, best) ? kUnsure : kSure);
}

} // namespace

TrialPlans trialPlansFor(const analysis::Facts &facts, double seconds) {
  const std::int64_t steps = facts.steps.value_or(kLongRun);
  if (steps < kTriedRun || seconds < kTriedSeconds)
    return TrialPlans::None;
  return steps < kLongRun || seconds < kLongSeconds ? TrialPlans::SingleSteps : TrialPlans::All;
}

void addAlternatives(const analysis::Facts &facts, Planning &planning, TrialPlans plans) {
  if (!planning.best || planning.best->ranged() || plans == TrialPlans::None)
    return;
  Plan &best = *planning.best;
  if (best.target.kind == TargetKind::Cpu) {
    if (plans == TrialPlans::All)
      tryOwnSteps(best);
    return;
  }
  std::vector<std::string> schedules, texts;
  for (const Plan &other : planning.candidates) { // cheapest first
    if (llvm::is_contained(schedules, other.schedule) || !canCoexist(other) ||
        !mayBeFaster(facts, best, other, plans) || !recordAlike(facts, best, other) ||
        !fitsBuffers(facts, best, other) || !verifyPlan(facts, other).empty())
      continue;
    schedules.push_back(other.schedule);
    texts.push_back(
        llvm::formatv("{0} ({1:F0} GLUP/s predicted)", other.requestText(), other.glups()).str());
    const bool isOfBest = other.schedule == best.schedule;
    if (isOfBest ? !hasDepth(best, other) : !isSingleStepOf(best, other))
      best.alternatives.push_back(strippedOf(other));
  }
  best.isTried = !texts.empty();
  if (best.isTried)
    best.notes.push_back("long runs try it against " + llvm::join(texts, " and ") +
                         " on their first steps");
}

} // namespace stencilc::plan
