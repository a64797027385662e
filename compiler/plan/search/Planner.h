/// \file The planner, which asks all schedules for candidate plans and chooses the cheapest.
#pragma once

#include "plan/interface/Schedule.h"
#include "support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// A schedule that has no candidate plan, and the reason, which is shown to the user.
struct Rejection {
  std::string schedule, reason;
};

/// Result of planning: the chosen plan, all candidate plans, and the schedules without a candidate
/// plan.
struct Planning {
  std::optional<Plan> best;
  /// Plans in order of preference, which is nearly that of their cost. Plans that exceed a limit of
  /// the target come last. `best` is the first one, so it exceeds a limit only if all plans do.
  std::vector<Plan> candidates;
  std::vector<Rejection> rejected;
};

/// Chooses the best plan of the requested schedule, or of all schedules for the target if the
/// request is empty. Among plans of about the same cost it prefers a reliable prediction. If costs
/// are equal, the plan that is listed first wins.
Planning choosePlan(const analysis::Facts &facts, const Target &target,
                    const std::optional<ScheduleRequest> &request);

/// Parses `name[:key=value,...]` and checks name, keys and values against the schedules. An error
/// has a text for the user: the wrong word, the nearest valid one, and all that are allowed.
llvm::Expected<ScheduleRequest> parseScheduleRequest(llvm::StringRef text);

/// Reports an error of `parseScheduleRequest` as the matching diagnostic, with the allowed names or
/// values in a note.
void reportRequestError(llvm::Error error, Diagnostics &diags);

} // namespace stencilc::plan
