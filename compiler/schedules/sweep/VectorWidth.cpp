/// \file Option `vector` of schedule `sweep`: bytes of its own cells that a thread loads at once.
#include "schedules/sweep/VectorWidth.h"
#include "plan/cost/Column.h"
#include "schedules/sweep/Options.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

/// Returns the bytes of one access that option `vector` of `request` sets. Returns nullopt if the
/// option is not set, or is `auto` (one access for all adjacent cells of a thread).
static std::optional<int> askedWidth(const ScheduleRequest &request) {
  const auto asked = sweepOptions().parse(request)(&SweepOptions::vector);
  return asked && *asked ? asked : std::nullopt;
}

int vectorBytes(const ScheduleRequest &request) {
  return askedWidth(request).value_or(kWidestVector);
}

int vectorBytes(const Plan &plan) {
  return vectorBytes(ScheduleRequest{plan.schedule, plan.options});
}

int vectorBound(const Plan &plan) {
  const int bytes = vectorBytes(plan);
  return bytes < kWidestVector ? bytes : 0;
}

bool fillsVector(const analysis::Facts &facts, const ScheduleRequest &request, int cells) {
  const std::optional<int> asked = askedWidth(request);
  return !asked || cells * widestCell(facts) >= *asked;
}

Fit fitVector(const analysis::Facts &facts, const ScheduleRequest &request) {
  const std::optional<int> asked = askedWidth(request);
  if (!asked)
    return Fit::yes();
  const int widest = widestCell(facts);
  if (*asked < widest)
    return Fit::no(llvm::formatv("vector={0} would cut cells of {1} bytes; use vector={1} or more",
                                 *asked, widest)
                       .str());
  const std::optional<int> cells = sweepOptions().parse(request)(&SweepOptions::cells);
  if (cells && !fillsVector(facts, request, *cells))
    return Fit::no(llvm::formatv("cells={0} of {1} bytes do not fill accesses of {2} bytes; use "
                                 "vector={3} or cells={4}",
                                 *cells, widest, *asked, *cells * widest, *asked / widest)
                       .str());
  return Fit::yes();
}

void addVector(const ScheduleRequest &request, Plan &plan) {
  if (const std::optional<int> asked = askedWidth(request))
    plan.options.merge(sweepOptions().print({.vector = *asked}, {&SweepOptions::vector}));
}

} // namespace stencilc::schedules
