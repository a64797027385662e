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

/// Result of planning: the best plan, all candidate plans, and the schedules that have no plan.
/// `best` is empty if no schedule has a plan.
struct Planning {
  std::optional<Plan> best;
  /// Candidate plans, sorted by expected cost (predicted cost plus its typical error). Plans that
  /// exceed a limit of the target come last. Of plans with similar costs, the one that is fastest
  /// in short runs may be moved to the front. `best` is a copy of the first element.
  std::vector<Plan> candidates;
  std::vector<Rejection> rejected;
};

/// Chooses the best plan for the program on `target`. If `request` is set, only plans with the
/// requested schedule and options are candidates. Otherwise each schedule for this kind of target
/// proposes plans. The plan with the lowest expected cost (predicted cost plus its typical error)
/// is the best one.
Planning choosePlan(const analysis::Facts &facts, const Target &target,
                    const std::optional<ScheduleRequest> &request);

/// Parses `text`, a request for a schedule in the form `name[:key=value,...]`. Checks the name, the
/// keys and the values against the schedules. If `text` is not valid, returns an error with a text
/// for the user: the wrong word, the most similar valid word, and all valid words.
llvm::Expected<ScheduleRequest> parseScheduleRequest(llvm::StringRef text);

/// Reports `error`, which must come from parseScheduleRequest, as a diagnostic in `diags`. The
/// diagnostic has a note that lists the allowed names or values.
void reportRequestError(llvm::Error error, Diagnostics &diags);

} // namespace stencilc::plan
