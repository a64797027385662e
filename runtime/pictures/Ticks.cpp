/// \file The choice of round numbers as ticks of an axis, and their labels.
#include "runtime/pictures/Ticks.h"

#include "runtime/core/support/Text.h"
#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

/// Returns `text` with each '-' replaced by the typographic minus sign U+2212.
static std::string withMinus(std::string text) {
  for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 3)
    text.replace(at, 1, "\u2212");
  return text;
}

/// Returns an exponent e: tick labels are divided by 10^e, so that they are short. `reach` is the
/// largest absolute value on the axis. Returns 0 if `reach` is 0, or at least 0.001 and below
/// 100000.
static int exponentOf(double reach) {
  // Labels have a factor from exponent kLong on, and below exponent kSmall.
  constexpr int kLong = 5, kSmall = -3;
  if (reach == 0)
    return 0;
  const int exponent = static_cast<int>(std::floor(std::log10(reach)));
  return exponent >= kLong || exponent < kSmall ? exponent : 0;
}

/// Returns the text "×10" with `exponent` as a superscript, or an empty text for exponent 0.
static std::string factorText(int exponent) {
  constexpr const char *kRaised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  if (exponent == 0)
    return "";
  std::string text = "\u00d710";
  for (const char digit : std::to_string(exponent))
    text += digit == '-' ? "\u207b" : kRaised[digit - '0'];
  return text;
}

/// Returns the smallest number that is at least `least` and is 1, 2 or 5 times a power of ten.
static double roundStep(double least) {
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * decade >= least * (1 - 1e-9))
      return times * decade;
  return 10 * decade;
}

Ticks ticksBetween(double low, double high, int most, bool isWhole) {
  Ticks ticks;
  const int exponent = exponentOf(std::max(std::abs(low), std::abs(high)));
  const double unit = std::pow(10, exponent), from = low / unit, to = high / unit;
  ticks.factor = factorText(exponent);
  const double span = to - from;
  if (!(span > 0) || span < 1e-12 * std::abs(to)) {
    ticks.marks.push_back({low, withMinus(format("%.6g", from))});
    return ticks;
  }
  double step = roundStep(span / std::max(most, 1));
  if (isWhole)
    step = std::max(step, 1.0);
  const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  constexpr double kClose = 1e-6; // tolerance for rounding errors, in steps
  for (double count = std::ceil(from / step - kClose); count * step <= to + kClose * step;
       ++count) {
    const std::string text = format("%.*f", digits, count * step + 0.0);
    const bool isZero = text.find_first_not_of("-0.") == std::string::npos;
    ticks.marks.push_back({count * step * unit, isZero ? "0" : withMinus(text)});
  }
  return ticks;
}

std::string numberLabel(double value) { return withMinus(format("%.7g", value)); }

} // namespace stencilc::inline STENCILC_SPACE
