/// \file Functions that write values of reports (`report` statements) as lines for the user, as a
/// file, and as numbers in JSON.
#pragma once

#include "stencilc/Description.h"
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Value of the report `name` (a `report` statement) after time step number `step`.
struct Reported {
  std::int64_t step;
  const char *name;
  double value;
};

/// Returns `value` with the fewest digits that read back to the same number.
std::string numberText(double value);

/// Returns `value` as a JSON number. NaN and infinity, which JSON does not have, become strings.
inline std::string jsonNumber(double value) {
  return std::isfinite(value) ? numberText(value) : '"' + numberText(value) + '"';
}

/// Default and largest number of significant digits of numbers for the user (option --digits).
inline constexpr int kShownDigits = 6, kMostDigits = 17;

/// Returns `value` with `digits` significant digits. kMostDigits means the fewest digits that read
/// back to the same number.
std::string shownNumber(double value, int digits);

/// Returns the reports of one time step as a line, such as "step 100: mass = 16384, momentum =
/// 0.0125". Values have `digits` significant digits.
std::string reportLine(std::span<const Reported> ofOneStep, int digits = kShownDigits);

/// Joins all reports of a time step into one line of text. The reports are passed to add() one at a
/// time, in the order of the program.
class ReportLines {
public:
  ReportLines(const ProgramDescription &program, int digits) : program(program), digits(digits) {}
  /// Adds `report`. If the program makes no other report after it for the same time step, returns a
  /// line with all reports of that step. Otherwise returns an empty text.
  std::string add(const Reported &report);

private:
  const ProgramDescription &program;
  int digits;
  std::vector<Reported> pending;
};

/// Returns the text of a report file: a line of step, name and value for each report, separated by
/// tabs. Values have 17 digits, which keep all bits. If an `until` statement ended the run, `rule`
/// is its text (else null), and a last line has `steps`, "until" and the text. With `commas` the
/// result is CSV with a header line.
std::string reportFileText(const std::vector<Reported> &reports, std::int64_t steps,
                           const char *rule, bool commas = false);

} // namespace stencilc::inline STENCILC_SPACE
