/// \file Option `vector` of schedule `sweep`: bytes of its own cells that a thread loads at once.
#include "schedules/sweep/VectorWidth.h"
#include "plan/cost/Column.h"
#include "plan/interface/Options.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

static constexpr const char *kKey = "vector";

static int bytesOf(const std::string &value) {
  // Auto: the widest access that the cells fill.
  return parsePositive(value).value_or(kWidestVector);
}

OptionSpec vectorOption() {
  return {kKey,
          "bytes of an access to a thread's own cells; auto: all cells at once",
          {"auto", "4", "8", "16"}};
}

int vectorBytes(const ScheduleRequest &request) {
  return bytesOf(textOption(request, kKey).value_or("auto"));
}

int vectorBytes(const Plan &plan) {
  const auto found = plan.options.find(kKey);
  return found == plan.options.end() ? kWidestVector : bytesOf(found->second);
}

int vectorBound(const Plan &plan) {
  const int bytes = vectorBytes(plan);
  return bytes < kWidestVector ? bytes : 0;
}

bool fillsVector(const analysis::Facts &facts, const ScheduleRequest &request, int cells) {
  const std::optional<int> asked = intOption(request, kKey);
  return !asked || cells * widestCell(facts) >= *asked;
}

Fit fitVector(const analysis::Facts &facts, const ScheduleRequest &request) {
  const std::optional<int> asked = intOption(request, kKey);
  if (!asked)
    return Fit::yes();
  const int widest = widestCell(facts);
  if (*asked < widest)
    return Fit::no(llvm::formatv("vector={0} would cut cells of {1} bytes; use vector={1} or more",
                                 *asked, widest)
                       .str());
  const std::optional<int> cells = intOption(request, "cells");
  if (cells && !fillsVector(facts, request, *cells))
    return Fit::no(llvm::formatv("cells={0} of {1} bytes do not fill accesses of {2} bytes; use "
                                 "vector={3} or cells={4}",
                                 *cells, widest, *asked, *cells * widest, *asked / widest)
                       .str());
  return Fit::yes();
}

void addVector(const ScheduleRequest &request, Plan &plan) {
  if (intOption(request, kKey))
    plan.options[kKey] = *textOption(request, kKey);
}

} // namespace stencilc::schedules
