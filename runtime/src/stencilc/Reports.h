/// \file What a run reported: as lines for people, as a file, as JSON.
#pragma once

#include "stencilc/Version.h"
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// One report after one step.
struct Reported {
  std::int64_t step;
  const char *name;
  double value;
};

/// The fewest digits that read back to `value`.
std::string numberText(double value);

/// A number of JSON, which knows neither NaN nor infinity: those are strings.
inline std::string jsonNumber(double value) {
  return std::isfinite(value) ? numberText(value) : '"' + numberText(value) + '"';
}

/// "step 100: change = 0.0125".
std::string reportLine(const Reported &report);

/// Lines of step, name and value, separated by tabs; last, if a rule ended the run, the step,
/// "until" and the rule. Values have 17 digits: all their bits. With `commas` it is CSV, which
/// begins with the names of its columns.
std::string reportFileText(const std::vector<Reported> &reports, std::int64_t steps,
                           const char *rule, bool commas = false);

} // namespace stencilc::inline STENCILC_SPACE
