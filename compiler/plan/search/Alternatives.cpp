/// \file Chooses the kernel variants for the trial, in which a long run times the kernels of
/// several plans on its first time steps.
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

/// Limit on the predicted cost of a fused plan of another schedule, as a multiple of the cost of
/// the best plan. Cheaper plans take part in the trial, in which a long run times several plans.
/// Some best plans took up to 2.2 times their predicted time.
constexpr double kSure = 2.2;
/// Limit on the predicted cost of a fused plan of another schedule, as a multiple of the cost of a
/// best plan whose prediction is unreliable. Cheaper plans take part in the trial, in which a long
/// run times several plans. Predictions of fused updates of several fields, and of kernels that
/// spill registers, were wrong by a factor of up to five.
constexpr double kUnsure = 8;
/// Limit on the predicted cost of a plan that differs from the best plan in its temporal degree
/// (number of fused time steps), as a multiple of the best plan's cost. Cheaper plans take part in
/// the trial, in which a long run times several plans. A wrong degree was once chosen for a
/// predicted gain of 1.16 times.
constexpr double kSureOfDepth = 1.2;
/// Smallest relative difference between the temporal degrees (numbers of fused time steps) of the
/// best plan and an alternative. With closer degrees, the gain is less than the time in which the
/// kernel is compiled.
constexpr double kOtherDepth = 0.15;
/// Smallest numbers of time steps of a run for a trial, in which the run times several plans.
/// kTriedRun is for plans that fuse no steps, kLongRun for all plans. Two kernels, each launched
/// once to warm up and once to be timed, take an eighth of 32 steps.
constexpr std::int64_t kTriedRun = 32, kLongRun = 100;
/// Smallest predicted seconds of a run for a trial (in which the run times several plans) that
/// includes plans with fused time steps.
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

/// Returns true if `best` fuses time steps and its single steps have the schedule of `other`. The
/// program then already contains the kernels of `other`.
bool isSingleStepOf(const Plan &best, const Plan &other) {
  return best.fused && best.hasStepKernels() && other.schedule == best.stepSchedule();
}

bool isOtherDepth(const Plan &best, const Plan &other) {
  const int steps = best.fused->steps;
  return std::abs(other.fused->steps - steps) >= kOtherDepth * steps;
}

/// Returns true if `other`, which has another temporal degree (number of fused time steps), may be
/// faster than `best`. The program must have three axes, and both plans the same schedule and about
/// the same cost. Their degrees must differ enough, and `other` must not spill more registers.
bool mayBeTheBetterDepth(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return facts.program.rank() == 3 && best.fused && other.fused &&
         best.schedule == other.schedule && isOtherDepth(best, other) &&
         other.cost <= best.cost * kSureOfDepth &&
         other.fusedKernel.estimate.spilled <= std::max(0, best.fusedKernel.estimate.spilled);
}

/// Returns true if `best` has a remainder kernel (for the steps after the last full group of fused
/// steps) that equals the fused kernel of `other`. Kernels with equal numbers of time steps are
/// equal.
bool hasDepth(const Plan &best, const Plan &other) {
  return llvm::any_of(best.rest, [&](const FusedKernel &kernel) {
    return kernel.fused.steps == other.fused->steps;
  });
}

/// Returns a copy of `plan` without alternatives and without remainder kernels (for the steps after
/// the last full group of fused steps). The best plan already has such kernels.
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

/// Marks `best` so that a long run on a CPU times its fused steps against its single steps. Single
/// steps are faster if a core gets as much bandwidth from memory as from its caches. Has no effect
/// if `best` fuses no time steps.
void tryOwnSteps(Plan &best) {
  if (!best.fused || !best.hasStepKernels())
    return;
  best.isTried = true;
  best.notes.push_back("long runs try single steps against it on their first steps");
}

/// Returns true if both plans record receivers (points at which a run saves a field) in the same
/// place: in their kernels, or between launches. If `other` is the plan of the single steps of
/// `best`, the result is always true.
bool recordAlike(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return isSingleStepOf(best, other) ||
         best.recordsReceivers(facts.program) == other.recordsReceivers(facts.program);
}

/// Returns true if `other` may be faster than `best`, so that a trial of both is worth its time.
/// `plans` limits the kinds of plans that are considered.
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
