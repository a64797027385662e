/// \file Remainder kernels, which compute the time steps after the last full group of fused steps.
#include "plan/interface/RemainderKernels.h"
#include "plan/interface/Options.h"
#include "plan/interface/Segments.h"
#include "plan/verify/PlanVerifier.h"
#include "runtime/core/stepping/SplitSteps.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace stencilc::plan {

namespace {

constexpr int kMostKernels = 2; // largest number of remainder kernels of a plan
/// Smallest fraction of the predicted time of a run that an additional remainder kernel must save.
/// (A remainder kernel computes the time steps after the last full group of fused steps.) A kernel
/// that saves less is not worth the seconds of its compilation.
constexpr double kWorthAKernel = 0.05;
/// Factor on the cost of a plan whose fused kernel is never launched in the planned run, because
/// single steps are faster. The planner then prefers a plan with single steps only.
constexpr double kUnusedKernel = 1.001;
/// Largest number of time steps considered for a run of unknown length. Emitted programs run 100
/// steps by default.
constexpr int kAnySteps = 100;
/// Temporal degree (number of fused time steps) up to which each degree is tried for a remainder
/// kernel (for the steps after the last full group). Of larger degrees, only a few are tried.
constexpr int kTriedDepth = 16;

/// Time steps of a run between two reports (a segment), and the weight of such segments in the mean
/// time of a step.
struct Share {
  std::int64_t steps;
  bool endsSingle; // last step is launched alone, not fused with others
  double weight;   // number of such segments, divided by the time steps of the run
};

std::vector<Share> sharesOf(const std::vector<Segment> &segments) {
  double all = 0;
  for (const Segment &segment : segments)
    all += double(segment.steps) * double(segment.count);
  std::vector<Share> shares;
  for (const Segment &segment : segments)
    shares.push_back({segment.steps, segment.endsSingle, double(segment.count) / all});
  return shares;
}

/// Returns the segments (time steps between two reports) that are assumed for runs of unknown
/// length: 1 to kAnySteps steps. Weights are such that the product of steps and weight is equal for
/// all segments.
std::vector<Share> anyShares() {
  std::vector<Share> shares;
  for (int steps = 1; steps <= kAnySteps; ++steps)
    shares.push_back({steps, false, 1.0 / steps / kAnySteps});
  return shares;
}

/// Returns the mean predicted time of a time step, in seconds per 1e9 cell updates. `shares` has
/// the segments of the run (time steps between two reports) with their weights. `variants` has the
/// time steps and the cost of each available kernel, sorted by falling number of steps.
double timeOf(const std::vector<Share> &shares, const std::vector<KernelVariant> &variants) {
  const Splits few = splitsUpTo(kAnySteps, variants);
  const auto costOf = [&](std::int64_t steps) {
    return steps <= kAnySteps ? double(few.cost[static_cast<std::size_t>(steps)])
                              : splitCost(steps, variants);
  };
  double time = 0;
  for (const Share &share : shares)
    time += share.weight * (costOf(share.steps - share.endsSingle) +
                            (share.endsSingle ? double(variants.back().cost) : 0));
  return 1e-9 * time;
}

/// Chooses the remainder kernels of a plan, which compute the time steps after the last full group
/// of fused steps. It adds them to the plan.
class Chooser {
public:
  Chooser(const analysis::Facts &facts, const BestOfDepth &best, Plan &plan)
      : facts(facts), best(best), plan(plan) {}

  bool takeAsked(const std::vector<int> &depths, std::string &reason) {
    int before = plan.fused->steps;
    for (const int depth : depths) {
      if (depth >= before) {
        reason = llvm::formatv("rest={0} has a kernel of {1} after one of {2}; each does "
                               "fewer than the one before, the first fewer than steps={3}",
                               textOf(depths), counted(depth, "step"), before, plan.fused->steps)
                     .str();
        return false;
      }
      const Plan *kernel = best(depth);
      if (!kernel) {
        reason =
            llvm::formatv("rest={0}: no tile can fuse {1}", textOf(depths), counted(depth, "step"))
                .str();
        return false;
      }
      take(*kernel);
      before = depth;
    }
    return true;
  }

  void takeBest() {
    const std::vector<Share> shares = sharesPlannedFor();
    while (plan.rest.size() < kMostKernels) {
      const double now = timeOf(shares, variants());
      double least = now;
      const Plan *chosen = nullptr;
      for (const int depth : depths()) {
        const Plan *kernel = best(depth);
        // A kernel that is cheaper per step than the fused kernel would be a better fused kernel.
        if (!kernel || kernel->fusedKernel.estimate.seconds < plan.fusedKernel.estimate.seconds)
          continue;
        const double time = timeOf(shares, variants(kernel));
        if (time < least) {
          least = time;
          chosen = kernel;
        }
      }
      if (!chosen || least > (1 - kWorthAKernel) * now)
        return;
      take(*chosen);
    }
  }

  void finish() {
    std::vector<int> depths;
    for (const FusedKernel &kernel : plan.rest)
      depths.push_back(kernel.fused.steps);
    plan.options["rest"] = depths.empty() ? "none" : textOf(depths);
    setCost();
    if (std::string note = noteText(depths); !note.empty())
      plan.notes.push_back(std::move(note));
  }

  /// Sets the cost of the plan to the mean cost of a time step of the planned run, if its length is
  /// known.
  void setCost() {
    if (knowsSegments(facts))
      plan.cost = timeOf(sharesOf(segmentsOf(facts)), variants()) * (isUsed() ? 1 : kUnusedKernel);
  }

private:
  /// Returns true if the planned run launches the fused kernel of the plan at least once. Returns
  /// false if the other kernels of the plan, such as those of single steps, are faster.
  bool isUsed() const {
    const std::vector<KernelVariant> all = variants();
    return llvm::any_of(segmentsOf(facts), [&](const Segment &segment) {
      return splitSteps(segment.steps - segment.endsSingle, all).front() > 0;
    });
  }

  static std::string textOf(const std::vector<int> &depths) {
    return llvm::join(llvm::map_range(depths, [](int depth) { return std::to_string(depth); }),
                      "+");
  }

  /// Returns the time steps and the cost of each kernel of the plan, sorted by falling number of
  /// steps. Single steps are included. If `more` is not null, its fused kernel is added.
  std::vector<KernelVariant> variants(const Plan *more = nullptr) const {
    std::vector<KernelVariant> all = {{plan.fused->steps,
                                       launchCost({*plan.fused, plan.fusedKernel, {}}),
                                       plan.fused->fewest, costOfFewest(*plan.fused)}};
    for (const FusedKernel &kernel : plan.rest)
      all.push_back({kernel.fused.steps, launchCost(kernel)});
    if (more)
      all.push_back({more->fused->steps, launchCost({*more->fused, more->fusedKernel, {}})});
    llvm::sort(all,
               [](const KernelVariant &a, const KernelVariant &b) { return a.steps > b.steps; });
    if (all.back().steps > 1)
      all.push_back({1, singleCost(plan)});
    return all;
  }

  void take(const Plan &kernel) {
    plan.rest.push_back({*kernel.fused, kernel.fusedKernel, kernel.picture});
    llvm::sort(plan.rest, [](const FusedKernel &a, const FusedKernel &b) {
      return a.fused.steps > b.fused.steps;
    });
  }

  /// Returns the segments (time steps between two reports) for which the plan gets remainder
  /// kernels (for the steps after the last full group), with their weights. If the user gives the
  /// number of time steps, or if reports divide the run, they are the segments of this run. If the
  /// source has only a hint for the number of steps, the hint and runs of any length have half of
  /// the weight each. Otherwise runs of any length are assumed.
  std::vector<Share> sharesPlannedFor() const {
    if (!knowsSegments(facts))
      return anyShares();
    std::vector<Share> shares = sharesOf(segmentsOf(facts));
    if (facts.steps || facts.program.hasChecks())
      return shares;
    const std::vector<Share> others = anyShares();
    shares.insert(shares.end(), others.begin(), others.end());
    for (Share &share : shares)
      share.weight /= 2;
    return shares;
  }

  /// Returns the temporal degrees (numbers of fused time steps) that are tried for a remainder
  /// kernel (for the steps after the last full group). Degrees for which the plan already has a
  /// remainder kernel are left out.
  std::vector<int> depths() const {
    const int deepest = plan.fused->steps;
    std::vector<int> list;
    for (int depth = 1; depth < deepest && depth <= kTriedDepth; ++depth)
      list.push_back(depth);
    for (int depth = deepest / 2; depth > kTriedDepth; depth /= 2)
      list.push_back(depth);
    if (const std::int64_t steps = facts.steps.value_or(0) % deepest; steps > kTriedDepth)
      list.push_back(static_cast<int>(steps));
    llvm::erase_if(list, [&](int depth) {
      return llvm::any_of(plan.rest, [&](const FusedKernel &k) { return k.fused.steps == depth; });
    });
    return list;
  }

  /// Returns a note for the user on how launches divide a run, such as "59 steps are 4 x 12 + 11".
  /// If reports divide the run, or if its length is unknown, the note lists the remainder kernels
  /// (for the steps after the last full group) instead. `depths` are their numbers of time steps.
  /// The note is then empty if `depths` is empty.
  std::string noteText(const std::vector<int> &depths) const {
    const std::vector<Segment> segments =
        knowsSegments(facts) ? segmentsOf(facts) : std::vector<Segment>();
    if (segments.size() == 1 && !segments.front().endsSingle) {
      const std::vector<KernelVariant> all = variants();
      const std::vector<std::int64_t> launches = splitSteps(segments.front().steps, all);
      std::string sum;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (launches[i])
          sum += (sum.empty() ? "" : " + ") +
                 (launches[i] > 1 ? std::to_string(launches[i]) + " x " : "") +
                 std::to_string(all[i].steps);
      return counted(segments.front().steps, "step") +
             (segments.front().steps == 1 ? " is " : " are ") + sum;
    }
    return depths.empty() ? "" : "remainder steps by kernels of " + textOf(depths);
  }

  const analysis::Facts &facts;
  const BestOfDepth &best;
  Plan &plan;
};

} // namespace

std::optional<RestRequest> parseRest(llvm::StringRef text) {
  RestRequest request{text == "auto", {}};
  if (text == "auto" || text == "none")
    return request;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, '+');
  for (llvm::StringRef part : parts) {
    const std::optional<int> depth = parsePositive(part);
    if (!depth)
      return std::nullopt;
    request.depths.push_back(*depth);
  }
  return request;
}

bool addRemainderKernels(const analysis::Facts &facts, const RestRequest &request,
                         const BestOfDepth &best, Plan &plan, std::string &reason) {
  Chooser chooser(facts, best, plan);
  if (request.isAuto)
    chooser.takeBest();
  else if (!chooser.takeAsked(request.depths, reason))
    return false;
  chooser.finish();
  return true;
}

void setCostOfRun(const analysis::Facts &facts, Plan &plan) {
  Chooser(facts, nullptr, plan).setCost();
}

static constexpr const char *kRest = "rest";

OptionSpec restOption(std::string meaning) {
  return {kRest, std::move(meaning), {"auto", "none"}, OptionForm::Depths};
}

RestRequest restOf(const ScheduleRequest &request) {
  return parseRest(textOption(request, kRest).value_or("auto")).value_or(RestRequest());
}

void RestPlans::take(const std::vector<Plan> &plans) {
  for (const Plan &plan : plans)
    consider(plan);
}

bool RestPlans::addTo(Plan &plan, const RestRequest &request, std::string &reason) {
  return addRemainderKernels(facts, request, [&](int depth) { return best(depth); }, plan, reason);
}

void RestPlans::consider(const Plan &plan) {
  std::optional<Plan> &known = byDepth[plan.fused->steps];
  if ((!known || plan.cost < known->cost) && verifyPlan(facts, plan).empty())
    known = plan;
}

const Plan *RestPlans::best(int depth) {
  if (!byDepth.count(depth)) {
    byDepth[depth] = std::nullopt;
    propose(depth, [&](const Plan &plan) { consider(plan); });
  }
  const std::optional<Plan> &found = byDepth[depth];
  return found ? &*found : nullptr;
}

std::int64_t launchCost(const FusedKernel &kernel) {
  return std::llround(1e9 * kernel.needs.estimate.seconds * kernel.fused.steps);
}

std::int64_t launchCost(const FusedKernel &kernel, std::int64_t singleCost) {
  return std::min(launchCost(kernel), kernel.fused.steps * singleCost - 1);
}

std::int64_t costOfFewest(const FusedPlan &fused) {
  return std::llround(1e9 * fused.secondsOfFewest);
}

std::int64_t costOfFewest(const FusedPlan &fused, std::int64_t singleCost) {
  return std::min(costOfFewest(fused), fused.fewest * singleCost - 1);
}

std::int64_t singleCost(const Plan &plan) {
  double seconds = 0;
  for (const KernelPlan &kernel : plan.kernels)
    seconds += kernel.estimate.seconds;
  return std::llround(1e9 * seconds);
}

} // namespace stencilc::plan
