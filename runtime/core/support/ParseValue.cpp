/// \file Parses numbers, amounts of memory and pitches (bytes from row to row). The whole text must
/// match.
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/fields/Layout.h"
#include <charconv>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

bool parseInteger(std::string_view text, std::int64_t &value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size();
}

bool parseNumber(std::string_view text, double &value) {
  const char *end = text.data() + text.size();
  auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc() && result.ptr != end && *result.ptr == '/') {
    double divisor;
    result = std::from_chars(result.ptr + 1, end, divisor);
    value /= divisor;
  }
  return result.ec == std::errc() && result.ptr == end && std::isfinite(value);
}

bool parseBytes(std::string_view text, std::uint64_t &value) {
  double number;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc())
    return false;
  constexpr struct {
    std::string_view name;
    double factor;
  } units[] = {{"", 1},         {"B", 1},    {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30},
               {"TiB", 0x1p40}, {"KB", 1e3}, {"MB", 1e6},     {"GB", 1e9},     {"TB", 1e12}};
  const std::string_view unit = text.substr(end - text.data());
  for (const auto &u : units)
    if (unit == u.name && number * u.factor >= 1 && number * u.factor < 0x1p62) {
      value = static_cast<std::uint64_t>(number * u.factor);
      return true;
    }
  return false;
}

bool parsePitch(std::string_view text, std::uint64_t &pitch) {
  std::int64_t bytes = 0;
  const bool isNumber = parseInteger(text, bytes);
  if (isNumber ? bytes < 1 || bytes % kWidestAccess != 0 : text != "auto" && text != "packed")
    return false;
  pitch = isNumber ? static_cast<std::uint64_t>(bytes) : text == "packed" ? kPackedRows : 0;
  return true;
}

} // namespace stencilc::inline STENCILC_SPACE
