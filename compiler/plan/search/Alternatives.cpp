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

/// Largest predicted cost of a fused plan of another schedule for a trial (a long run times several
/// plans and continues with the fastest). It is a multiple of the cost of the best plan. Some best
/// plans took up to 2.2 times their predicted time.
constexpr double kSure = 2.2;
/// Largest predicted cost of a fused plan of another schedule for a trial, if the prediction of the
/// best plan is unreliable. (In a trial, a long run times several plans.) It is a multiple of the
/// cost of the best plan. Predictions of fused updates of several fields, and of kernels that spill
/// registers, were wrong by a factor of up to five.
constexpr double kUnsure = 8;
/// Limit for plans that join a trial (in which a long run times several plans) because they have
/// the schedule of the best plan, but another temporal degree (number of fused time steps). Their
/// predicted cost is at most this many times that of the best plan. The planner once preferred the
/// slower of two degrees, which it predicted to be 1.16 times as fast as the other.
constexpr double kSureOfDepth = 1.2;
/// Smallest difference between the temporal degrees (numbers of fused time steps) of the best plan
/// and of an alternative, divided by the degree of the best plan. With a smaller difference, the
/// gain is less than the time to compile the kernel.
constexpr double kOtherDepth = 0.15;
/// Smallest numbers of time steps of a run for a trial, in which the run times several plans on its
/// first steps. kTriedRun is for plans that fuse no steps, and kLongRun for plans that fuse steps.
/// A trial of two kernels takes 4 of 32 steps, because each is launched once to warm up and once to
/// be timed.
constexpr std::int64_t kTriedRun = 32, kLongRun = 100;
/// Smallest predicted seconds of a run for a trial of plans with fused time steps. (In a trial, a
/// run times several plans on its first steps.)
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

/// Returns true if `best` fuses time steps, and computes its single steps with kernels of the
/// schedule of `other`. The program then contains the kernels of `other` already.
bool isSingleStepOf(const Plan &best, const Plan &other) {
  return best.fused && best.hasStepKernels() && other.schedule == best.stepSchedule();
}

bool isOtherDepth(const Plan &best, const Plan &other) {
  const int steps = best.fused->steps;
  return std::abs(other.fused->steps - steps) >= kOtherDepth * steps;
}

/// Returns true if `other`, which has another temporal degree (number of fused time steps), may be
/// faster than `best`. This requires three axes, the same schedule, sufficiently different degrees,
/// and a cost of at most kSureOfDepth times that of `best`. `other` must not spill more registers
/// than `best`.
bool mayBeTheBetterDepth(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return facts.program.rank() == 3 && best.fused && other.fused &&
         best.schedule == other.schedule && isOtherDepth(best, other) &&
         other.cost <= best.cost * kSureOfDepth &&
         other.fusedKernel.estimate.spilled <= std::max(0, best.fusedKernel.estimate.spilled);
}

/// Returns true if `best` has a remainder kernel (for the steps after the last full group of fused
/// steps) with as many time steps as the fused kernel of `other`. The program then contains this
/// kernel already.
bool hasDepth(const Plan &best, const Plan &other) {
  return llvm::any_of(best.rest, [&](const FusedKernel &kernel) {
    return kernel.fused.steps == other.fused->steps;
  });
}

/// Returns a copy of `plan` without alternative plans and without remainder kernels (for the steps
/// after the last full group of fused steps). A program needs these only for its best plan.
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

/// Sets `best.isTried`, so that a long run on a CPU times its fused steps against its single steps.
/// Single steps are faster if a core gets as much bandwidth from memory as from its caches. Has no
/// effect if `best` fuses no time steps.
void tryOwnSteps(Plan &best) {
  if (!best.fused || !best.hasStepKernels())
    return;
  best.isTried = true;
  best.notes.push_back("long runs try single steps against it on their first steps");
}

/// Returns true if both plans record values for receivers (points at which a run saves a field) in
/// the same way: both in their kernels, or both between launches. If `other` is the plan of the
/// single steps of `best`, the result is always true.
bool recordAlike(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return isSingleStepOf(best, other) ||
         best.recordsReceivers(facts.program) == other.recordsReceivers(facts.program);
}

/// Returns true if `other` may be faster than `best`, so that a trial of both (a long run times
/// several plans) is worth its time. `plans` limits the kinds of plans that are considered.
bool mayBeFaster(const analysis::Facts &facts, const Plan &best, const Plan &other,
                 TrialPlans plans) {
  const bool isOfBest = other.schedule == best.schedule;
  if (!other.fused)
    return !isOfBest;
  // Kernels that spill are slow, and the CUDA compiler takes minutes for the largest of them (a
  // wavefront of 420 registers: more than 400 s).
  if (plans != TrialPlans::All || other.fusedKernel.estimate.spilled > kSpillTolerance)
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
  for (const Plan &other : planning.candidates) { // sorted by cost
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
