/// \file Remainder kernels, which compute the time steps after the last full group of fused steps.
///
/// For example, a kernel of 12 steps computes 59 steps as 4 x 12, and 11 steps are left. Single
/// steps would take longer for these 11 than the kernel takes for the other 48. Therefore a kernel
/// of 11 steps is worth its compilation. Kernels are added while they save enough time, the most
/// useful one first. If the number of steps is known, kernels are chosen for it. Otherwise they are
/// chosen for runs of any length: two kernels whose numbers of steps have no common divisor can
/// together compute all numbers of steps but a few.
#pragma once

#include "analysis/Facts.h"
#include "plan/interface/Plan.h"
#include "plan/interface/Schedule.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Value of option `rest`, which selects the remainder kernels (for the time steps after the last
/// full group of fused steps). The option is "auto", "none", or the number of steps of each
/// remainder kernel, such as "5+2".
struct RestRequest {
  bool isAuto = true;      // "auto": kernels are chosen by predicted time
  std::vector<int> depths; // time steps of each requested kernel; empty for "auto" and "none"
};
/// Parses `text`, a value of option `rest`, which selects the remainder kernels (for the time steps
/// after the last full group of fused steps). Valid are "auto", "none" and positive numbers joined
/// by '+'. Returns nullopt if `text` is not valid.
std::optional<RestRequest> parseRest(llvm::StringRef text);

/// Function that returns the best plan whose kernel fuses `steps` time steps. Returns null if there
/// is no such plan.
using BestOfDepth = std::function<const Plan *(int steps)>;

/// Adds remainder kernels (for the time steps after the last full group of fused steps) to
/// `plan.rest`. `request` is the parsed option `rest`. `best(n)` must return the best plan that
/// fuses n time steps, or null. If the length of the run is known, sets `plan.cost` to the mean
/// cost of a time step. Returns false if a requested kernel is not possible, and then stores a text
/// for the user in `reason`.
bool addRemainderKernels(const analysis::Facts &facts, const RestRequest &request,
                         const BestOfDepth &best, Plan &plan, std::string &reason);

/// Sets `plan.cost` to the mean cost of a time step. Does nothing if the length of the run is not
/// known. Use it for plans to which addRemainderKernels() is not applied, such as those with
/// FusedPlan::fewest > 0.
void setCostOfRun(const analysis::Facts &facts, Plan &plan);

/// Returns the description of option `rest`, which selects the remainder kernels (for the time
/// steps after the last full group of fused steps). `meaning` is the help text of the option.
OptionSpec restOption(std::string meaning);
/// Returns the parsed option `rest` in `request`, which selects the remainder kernels (for the time
/// steps after the last full group of fused steps). Returns the value for "auto" if `request` does
/// not set the option.
RestRequest restOf(const ScheduleRequest &request);

/// Finds remainder kernels (for the time steps after the last full group of fused steps) for the
/// plans of one schedule. It keeps the best plan for each number of fused steps. Other options of
/// this plan, such as the block, may differ from those of the main kernel.
class RestPlans {
public:
  using Take = llvm::function_ref<void(const Plan &)>;
  /// Creates an object that has no plans yet. `propose(steps, take)` must call `take` with each
  /// plan of the schedule that fuses `steps` time steps, valid or not. The object calls `propose`
  /// at most once for each number of steps, when it needs such a plan.
  RestPlans(const analysis::Facts &facts, std::function<void(int steps, Take take)> propose)
      : facts(facts), propose(std::move(propose)) {}

  /// Adds `plans` to the candidates for remainder kernels (for the steps after the last full group
  /// of fused steps). If `plans` has a plan that fuses n steps, it must have all plans of the
  /// schedule that fuse n steps. The callback `propose`, which makes plans, is then not called for
  /// n.
  void take(const std::vector<Plan> &plans);
  /// Adds remainder kernels (for the time steps after the last full group of fused steps) to
  /// `plan`. `request` is the parsed option `rest`, which selects them. Returns false if a
  /// requested kernel is not possible, and then stores a text for the user in `reason`.
  bool addTo(Plan &plan, const RestRequest &request, std::string &reason);

private:
  void consider(const Plan &plan);
  const Plan *best(int depth);

  const analysis::Facts &facts;
  const std::function<void(int steps, Take take)> propose;
  std::map<int, std::optional<Plan>> byDepth;
};

/// Returns the predicted time of one launch of `kernel` on 1e9 cells, in nanoseconds. Emitted
/// programs compare kernels by these times.
std::int64_t launchCost(const FusedKernel &kernel);
/// Returns the predicted time of one launch of `kernel` on 1e9 cells, in nanoseconds, but at most n
/// * `singleCost` - 1. `singleCost` is the time of a single step, and n the number of steps of
/// `kernel`. The emitted program then always prefers the fused kernel, which the user has
/// requested.
std::int64_t launchCost(const FusedKernel &kernel, std::int64_t singleCost);
/// Returns the predicted time of a launch of `fused.fewest` time steps on 1e9 cells, in
/// nanoseconds. Meaningless if `fused.fewest` is 0.
std::int64_t costOfFewest(const FusedPlan &fused);
/// Returns costOfFewest(fused), but at most `fused.fewest` * `singleCost` - 1. The emitted program
/// then prefers the fused kernel, which the user has requested.
std::int64_t costOfFewest(const FusedPlan &fused, std::int64_t singleCost);
/// Returns the predicted time of a single time step of `plan` on 1e9 cells, in nanoseconds. Emitted
/// programs compare kernels by these times.
std::int64_t singleCost(const Plan &plan);

} // namespace stencilc::plan
