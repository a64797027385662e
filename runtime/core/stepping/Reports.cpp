/// \file Writes values of reports (`report` statements) as lines for the user, as a file, and as
/// numbers in JSON.
#include "runtime/core/stepping/Reports.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/Text.h"
#include <cstdlib>

namespace stencilc::inline STENCILC_SPACE {

std::string numberText(double value) {
  for (int digits = 15;; ++digits)
    if (std::string text = realText(value, digits);
        digits == 17 || std::strtod(text.c_str(), nullptr) == value)
      return text;
}

std::string shownNumber(double value, int digits) {
  return digits < kMostDigits ? realText(value, digits) : numberText(value);
}

std::string reportLine(std::span<const Reported> ofOneStep, int digits) {
  std::string text;
  for (const Reported &report : ofOneStep)
    text += (text.empty() ? format("step %lld: ", static_cast<long long>(report.step)) : ", ") +
            report.name + " = " + shownNumber(report.value, digits);
  return text;
}

std::string ReportLines::add(const Reported &report) {
  pending.push_back(report);
  const int at = findNamed(program.reports, program.reportCount, report.name);
  for (int later = at + 1; later < program.reportCount; ++later)
    if (report.step % program.reports[later].every == 0)
      return "";
  std::string line = reportLine(pending, digits);
  pending.clear();
  return line;
}

/// Returns `text` in quotes, with each quote inside doubled, as CSV requires.
static std::string quotedText(const char *text) {
  std::string quoted = "\"";
  for (; *text; ++text)
    quoted += *text == '"' ? std::string("\"\"") : std::string(1, *text);
  return quoted + "\"";
}

std::string reportFileText(const std::vector<Reported> &reports, std::int64_t steps,
                           const char *rule, bool commas) {
  const char between = commas ? ',' : '\t';
  std::string text = commas ? "step,name,value\n" : "";
  for (const Reported &report : reports)
    text += format("%lld%c%s%c%s\n", static_cast<long long>(report.step), between, report.name,
                   between, realText(report.value).c_str());
  if (rule)
    text += format("%lld%cuntil%c", static_cast<long long>(steps), between, between) +
            (commas ? quotedText(rule) : rule) + "\n";
  return text;
}

} // namespace stencilc::inline STENCILC_SPACE
