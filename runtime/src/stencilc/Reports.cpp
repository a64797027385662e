/// \file Reports as lines, as a file and as JSON.
#include "stencilc/Reports.h"
#include "stencilc/Text.h"
#include <cstdlib>

namespace stencilc::inline STENCILC_SPACE {

std::string numberText(double value) {
  for (int digits = 15;; ++digits)
    if (std::string text = realText(value, digits);
        digits == 17 || std::strtod(text.c_str(), nullptr) == value)
      return text;
}

std::string reportLine(const Reported &report) {
  return format("step %lld: %s = ", static_cast<long long>(report.step), report.name) +
         numberText(report.value);
}

std::string reportFileText(const std::vector<Reported> &reports, std::int64_t steps,
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
