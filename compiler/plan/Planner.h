/// \file Chooses a plan: asks the schedules that fit for candidates and takes the cheapest.
#pragma once

#include "plan/Schedule.h"
#include "support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Why a schedule of the target was not considered.
struct Rejection {
  std::string schedule, reason;
};

struct Planning {
  std::optional<Plan> best;
  /// Cheapest first; those beyond a limit of the target come last, so that the best is one of them
  /// only if every candidate is.
  std::vector<Plan> candidates;
  std::vector<Rejection> rejected;
};

/// Without a request every schedule of the target is asked. Ties go to the schedule and candidate
/// listed first.
Planning choosePlan(const analysis::Facts &facts, const Target &target,
                    const std::optional<ScheduleRequest> &request);

/// Parses `name[:key=value,...]` and checks name, keys and values against the schedules. The text
/// of the error is for people: what was seen, the nearest name, what is allowed.
llvm::Expected<ScheduleRequest> parseScheduleRequest(llvm::StringRef text);

/// Reports what `parseScheduleRequest` found under the id of the mistake, the allowed names or
/// values as a note.
void reportRequestError(llvm::Error error, Diagnostics &diags);

} // namespace stencilc::plan
