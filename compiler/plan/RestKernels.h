/// \file The kernels that do the time steps which whole groups of fused steps leave over.
///
/// A run of 59 steps by a kernel of 12 is 4 x 12 and 11. Single steps move each cell once a step,
/// so 11 of them take longer than all that went before; a kernel of 11 steps at once takes its
/// share. Every kernel costs time to compile, so there are few: one is added as long as it brings
/// enough, the one that brings most. Where the steps are known those of the run decide; else
/// programs should do any number well, and two depths without a common divisor do every larger one.
#pragma once

#include "analysis/Facts.h"
#include "plan/Plan.h"
#include "plan/Schedule.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace stencilc::plan {

/// What option rest asks for: "auto", "none", or depths such as "5+2".
struct RestRequest {
  bool isAuto = true;
  std::vector<int> depths;
};
/// Nothing if `text` is no value of the option.
std::optional<RestRequest> parseRest(llvm::StringRef text);

/// The best plan of a kernel that does so many steps at once, or null.
using BestOfDepth = std::function<const Plan *(int steps)>;

/// Gives `plan`, which has one kernel of fused steps, those for the rest, and the cost of the steps
/// planned for. False, and `reason` says why, where kernels asked for are not possible.
bool addRestKernels(const analysis::Facts &facts, const RestRequest &request,
                    const BestOfDepth &best, Plan &plan, std::string &reason);

/// What the option rest of a schedule is in a request.
RestRequest restOf(const ScheduleRequest &request);

/// Kernels for the rest of a schedule's plans: the best one of each depth, as the schedule would
/// choose it without any other wish.
class RestPlans {
public:
  using Take = llvm::function_ref<void(const Plan &)>;
  /// `propose(steps, take)` hands out the schedule's plans of a depth, legal or not.
  RestPlans(const analysis::Facts &facts, std::function<void(int steps, Take take)> propose)
      : facts(facts), propose(std::move(propose)) {}

  /// All that the schedule proposes of some depths.
  void take(const std::vector<Plan> &plans);
  bool addTo(Plan &plan, const RestRequest &request, std::string &reason);

private:
  void consider(const Plan &plan);
  const Plan *best(int depth);

  const analysis::Facts &facts;
  const std::function<void(int steps, Take take)> propose;
  std::map<int, std::optional<Plan>> byDepth;
};

/// What a launch takes as programs are told: nanoseconds for 1e9 cells.
std::int64_t launchCost(const FusedKernel &kernel);
/// What a launch costs, less than as many single steps: groups that were planned, or asked for, are
/// done as such on other grids, too.
std::int64_t launchCost(const FusedKernel &kernel, std::int64_t singleCost);
std::int64_t singleCost(const Plan &plan);

} // namespace stencilc::plan
