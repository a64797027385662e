/// \file Remainder kernels, which compute the time steps left after full groups of fused steps.
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

/// Value of option `rest`: "auto", "none", or the time steps in a launch of each remainder kernel
/// (for the steps left after full groups of fused steps), such as "5+2".
struct RestRequest {
  bool isAuto = true;
  std::vector<int> depths;
};
/// Parses a value of option `rest`. Returns nullopt if it is not valid.
std::optional<RestRequest> parseRest(llvm::StringRef text);

/// Function that returns the best plan whose kernel fuses `steps` time steps, or null if there is
/// none.
using BestOfDepth = std::function<const Plan *(int steps)>;

/// Adds remainder kernels (for the steps left after full groups of fused steps) to `plan`, which
/// has one fused kernel. Sets `plan.cost` to the mean cost of a step in the planned run. Returns
/// false and sets `reason` if a kernel that `request` names is not possible.
bool addRemainderKernels(const analysis::Facts &facts, const RestRequest &request,
                         const BestOfDepth &best, Plan &plan, std::string &reason);

/// Returns the description of option `rest`, with `meaning` as its text.
OptionSpec restOption(std::string meaning);
/// Returns the value of option `rest`, which names the remainder kernels (for the steps left after
/// full groups of fused steps). It is `auto` if the request does not set it.
RestRequest restOf(const ScheduleRequest &request);

/// Finds remainder kernels (for the steps left after full groups of fused steps) for the plans of
/// one schedule. For each number of fused steps it knows the best plan with that number. Other
/// options of this plan, such as the block, may differ from those of the main kernel.
class RestPlans {
public:
  using Take = llvm::function_ref<void(const Plan &)>;
  /// Stores `propose`. It is called once for each number of fused steps, when plans with this
  /// number are first needed. `propose(steps, take)` must call `take` for each plan of the schedule
  /// that fuses `steps` time steps, valid or not.
  RestPlans(const analysis::Facts &facts, std::function<void(int steps, Take take)> propose)
      : facts(facts), propose(std::move(propose)) {}

  /// Makes `plans` available as remainder kernels (for the steps left after full groups of fused
  /// steps). For each number of fused steps that occurs, `plans` must have all plans of the
  /// schedule with this number. The schedule is not asked for such plans again.
  void take(const std::vector<Plan> &plans);
  /// Adds to `plan` the remainder kernels (for the steps left after full groups of fused steps)
  /// that `request` asks for. Returns false and sets `reason` if they are not possible.
  bool addTo(Plan &plan, const RestRequest &request, std::string &reason);

private:
  void consider(const Plan &plan);
  const Plan *best(int depth);

  const analysis::Facts &facts;
  const std::function<void(int steps, Take take)> propose;
  std::map<int, std::optional<Plan>> byDepth;
};

/// Returns the predicted nanoseconds of a launch of `kernel` on 1e9 cells, the unit of costs in
/// emitted programs.
std::int64_t launchCost(const FusedKernel &kernel);
/// Returns the predicted nanoseconds of a launch of `kernel` on 1e9 cells, but less than the time
/// of as many single steps of `singleCost` nanoseconds. A higher prediction is lowered to one less.
/// So a program uses a requested fused kernel on all grids.
std::int64_t launchCost(const FusedKernel &kernel, std::int64_t singleCost);
/// Returns the predicted nanoseconds of a single time step on 1e9 cells, the unit of costs in
/// emitted programs.
std::int64_t singleCost(const Plan &plan);

} // namespace stencilc::plan
