/// \file Plans beside the best: where the model may be wrong, a run finds out.
#include "plan/Alternatives.h"
#include "ir/Walk.h"
#include "plan/Buffers.h"
#include "plan/PlanVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cstdlib>

namespace stencilc::plan {

namespace {

/// The best plan was seen to take up to so many times as long as predicted.
constexpr double kSure = 2.2;
/// Fused updates of several fields, or with registers that spill: here the model has been five
/// times off.
constexpr double kUnsure = 8;
/// Kernels of another depth are alike but for it; where the model was seen to prefer the wrong one,
/// it took that to be 1.16 times as fast (seven points in f64: four steps, where five were 1.08).
/// With fewer axes, where tiles lose less at their edges, it is sure.
constexpr double kSureOfDepth = 1.2;
/// A depth that differs by less of the best one's cannot gain more than a trial costs to compile.
constexpr double kOtherDepth = 0.15;
/// Runs of fewer steps are over before a trial has paid.
constexpr std::int64_t kLongRun = 100;

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

/// Whether the best plan has what the other one would bring: its own single steps.
bool isSingleStepOf(const Plan &best, const Plan &other) {
  return best.fused && best.hasStepKernels() && other.schedule == best.stepSchedule();
}

bool isOtherDepth(const Plan &best, const Plan &other) {
  const int steps = best.fused->steps;
  return std::abs(other.fused->steps - steps) >= kOtherDepth * steps;
}

/// Whether the two are one schedule's and fuse different numbers of steps at about the same cost,
/// and the other one is no less sure.
bool mayBeTheBetterDepth(const analysis::Facts &facts, const Plan &best, const Plan &other) {
  return facts.program.rank() == 3 && best.fused && other.fused &&
         best.schedule == other.schedule && isOtherDepth(best, other) &&
         other.cost <= best.cost * kSureOfDepth &&
         other.fusedKernel.estimate.spilled <= std::max(0, best.fusedKernel.estimate.spilled);
}

/// Whether the best plan has a kernel of this depth for steps left over: the same one, then.
bool hasDepth(const Plan &best, const Plan &other) {
  return llvm::any_of(best.rest, [&](const FusedKernel &kernel) {
    return kernel.fused.steps == other.fused->steps;
  });
}

/// Fused steps by their deepest kernel alone, and without the single steps it would leave: the best
/// plan has its own.
Plan strippedOf(const Plan &plan) {
  Plan only = plan;
  only.rest.clear();
  only.alternatives.clear();
  return only;
}

bool standsBeside(const Plan &plan) {
  const Schedule *schedule = findSchedule(plan.schedule);
  return schedule && schedule->standsBeside();
}

/// Several steps at once by loops have their own single steps beside them, which are faster where
/// the memory gives a core as much as its caches do.
void tryOwnSteps(Plan &best) {
  if (!best.fused || !best.hasStepKernels())
    return;
  best.isTried = true;
  best.notes.push_back("long runs try single steps against it on their first steps");
}

} // namespace

void addAlternatives(const analysis::Facts &facts, Planning &planning) {
  if (!planning.best || planning.best->ranged() || (facts.steps && *facts.steps < kLongRun) ||
      !ir::receivedFields(facts.program).empty()) // which not all kernels record
    return;
  Plan &best = *planning.best;
  if (best.target.kind == TargetKind::Cpu)
    return tryOwnSteps(best);
  const double most = best.cost * (isUnsure(facts, best) ? kUnsure : kSure);
  std::vector<std::string> schedules, texts;
  for (const Plan &other : planning.candidates) { // the cheapest first
    const bool isOfBest = other.schedule == best.schedule;
    if (llvm::is_contained(schedules, other.schedule) ||
        !(isOfBest ? mayBeTheBetterDepth(facts, best, other) : other.cost <= most) ||
        !standsBeside(other) || !verifyPlan(facts, other).empty() ||
        !fitsBuffers(facts, best, other))
      continue;
    schedules.push_back(other.schedule);
    texts.push_back(
        llvm::formatv("{0} ({1:F0} GLUP/s predicted)", other.requestText(), other.glups()).str());
    if (isOfBest ? !hasDepth(best, other) : !isSingleStepOf(best, other))
      best.alternatives.push_back(strippedOf(other));
  }
  best.isTried = !texts.empty();
  if (best.isTried)
    best.notes.push_back("long runs try it against " + llvm::join(texts, " and ") +
                         " on their first steps");
}

} // namespace stencilc::plan
