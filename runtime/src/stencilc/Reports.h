/// \file What a run reported: as lines for people, as a file, as JSON.
#pragma once

#include "stencilc/Description.h"
#include <cmath>
#include <cstdint>
#include <span>
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

/// Significant digits of numbers that people read, unless --digits says otherwise; and the most.
inline constexpr int kShownDigits = 6, kMostDigits = 17;

/// `value` with so many significant digits; with kMostDigits the fewest that read back to it.
std::string shownNumber(double value, int digits);

/// Formats the reports of one step as a line: "step 100: mass = 16384, momentum = 0.0125".
std::string reportLine(std::span<const Reported> ofOneStep, int digits = kShownDigits);

/// Collects the reports of each step, which come one by one, into lines.
class ReportLines {
public:
  ReportLines(const ProgramDescription &program, int digits) : program(program), digits(digits) {}
  /// Takes the next report. Returns the line once the last report of its step is there, else an
  /// empty text.
  std::string add(const Reported &report);

private:
  const ProgramDescription &program;
  int digits;
  std::vector<Reported> pending;
};

/// Lines of step, name and value, separated by tabs; last, if a rule ended the run, the step,
/// "until" and the rule. Values have 17 digits: all their bits. With `commas` it is CSV, which
/// begins with the names of its columns.
std::string reportFileText(const std::vector<Reported> &reports, std::int64_t steps,
                           const char *rule, bool commas = false);

} // namespace stencilc::inline STENCILC_SPACE
