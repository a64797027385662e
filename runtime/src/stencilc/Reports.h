/// \file What a run reported: as lines for people, as a file, as JSON.
#pragma once

#include "stencilc/OutputFile.h"
#include "stencilc/Text.h"
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// One report after one step.
struct Reported {
  std::int64_t step;
  const char *name;
  double value;
};

/// The fewest digits that read back to `value`.
inline std::string numberText(double value) {
  for (int digits = 15;; ++digits)
    if (std::string text = realText(value, digits);
        digits == 17 || std::strtod(text.c_str(), nullptr) == value)
      return text;
}

/// A number of JSON, which knows neither NaN nor infinity: those are strings.
inline std::string jsonNumber(double value) {
  return std::isfinite(value) ? numberText(value) : '"' + numberText(value) + '"';
}

/// "step 100: change = 0.0125".
inline std::string reportLine(const Reported &report) {
  return format("step %lld: %s = ", static_cast<long long>(report.step), report.name) +
         numberText(report.value);
}

/// Lines of step, name and value, separated by tabs; last, if a rule ended the run, the step,
/// "until" and the rule. Values have 17 digits: all their bits.
inline std::string reportFileText(const std::vector<Reported> &reports, std::int64_t steps,
                                  const char *rule) {
  std::string text;
  for (const Reported &report : reports)
    text += format("%lld\t%s\t%s\n", static_cast<long long>(report.step), report.name,
                   realText(report.value).c_str());
  if (rule)
    text += format("%lld\tuntil\t%s\n", static_cast<long long>(steps), rule);
  return text;
}

} // namespace stencilc::inline STENCILC_SPACE
