/// \file The planner, which collects candidate plans from all schedules and chooses the cheapest.
#pragma once

#include "plan/interface/Schedule.h"
#include "support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Name of a schedule that has no plan for the program, and the reason as a text for the user.
struct Rejection {
  std::string schedule, reason;
};

/// Result of planning: the chosen plan, all candidate plans, and the schedules that have no plan.
/// `best` is empty if no schedule has one.
struct Planning {
  std::optional<Plan> best;
  /// All plans, sorted by expected cost (predicted cost and its typical error). Plans that exceed a
  /// limit of the target come last. A plan of similar cost may be moved to the front because it is
  /// faster in short runs. `best` is a copy of the first plan.
  std::vector<Plan> candidates;
  std::vector<Rejection> rejected;
};

/// Chooses the best plan for the program on `target`. If `request` is set, only plans with the
/// requested schedule and options are considered. Otherwise all schedules are asked for plans.
/// Plans are compared by expected cost, which is higher for less reliable predictions. If costs are
/// equal, the plan that is listed first wins.
Planning choosePlan(const analysis::Facts &facts, const Target &target,
                    const std::optional<ScheduleRequest> &request);

/// Parses `name[:key=value,...]`, and checks name, keys and values against the schedules. An error
/// contains a text for the user: the wrong word, the nearest valid word, and all allowed words.
llvm::Expected<ScheduleRequest> parseScheduleRequest(llvm::StringRef text);

/// Reports `error`, which parseScheduleRequest has returned, to `diags` as a diagnostic. A note
/// lists the allowed names or values.
void reportRequestError(llvm::Error error, Diagnostics &diags);

} // namespace stencilc::plan
