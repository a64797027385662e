/// \file Small helpers for messages: printf into a string, byte counts, and the nearest name.
#pragma once

#include "stencilc/Version.h"
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// printf into a string.
[[gnu::format(printf, 1, 2)]] inline std::string format(const char *pattern, ...) {
  std::va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
  va_end(arguments);
  std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (length > 0)
    std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  return text;
}

/// A number with so many digits; NaN is "nan", whatever its sign, infinity "inf" or "-inf".
inline std::string realText(double value, int digits = 17) {
  return value != value ? "nan" : format("%.*g", digits, value);
}

/// "1.50 GiB", "512 bytes".
inline std::string formatBytes(double bytes) {
  const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024)
    return format("%.0f byte%s", bytes, bytes == 1 ? "" : "s");
  int unit = -1;
  while (bytes >= 1024 && unit < 5) {
    bytes /= 1024;
    ++unit;
  }
  return format(bytes < 10 ? "%.2f %s" : bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

/// "0.83 s", "12.4 ms", "3 min 20 s", "2 h 05 min".
inline std::string formatSeconds(double seconds) {
  if (seconds < 1e-3)
    return format("%.1f us", seconds * 1e6);
  if (seconds < 1)
    return format("%.3g ms", seconds * 1e3);
  if (seconds < 60)
    return format("%.3g s", seconds);
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole < 3600)
    return format("%d min %02d s", static_cast<int>(whole / 60), static_cast<int>(whole % 60));
  return format("%lld h %02d min", static_cast<long long>(whole / 3600),
                static_cast<int>(whole / 60 % 60));
}

/// Copies `message` into a C caller's buffer, cut to its size; a null buffer is allowed.
inline void copyMessage(const std::string &message, char *buffer, std::size_t size) {
  if (buffer && size)
    std::snprintf(buffer, size, "%s", message.c_str());
}

/// Number of single-character edits between two names (Levenshtein).
inline int editDistance(const std::string &a, const std::string &b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      const int shifted = (row[j - 1] < row[j] ? row[j - 1] : row[j]) + 1;
      row[j] = replaced < shifted ? replaced : shifted;
    }
  }
  return row[b.size()];
}

/// "; did you mean 'x'?" for the nearest of `names` if one is near, else "; there are: a, b" (or
/// `none` if there are no names at all).
inline std::string suggest(const std::string &wrong, const std::vector<std::string> &names,
                           const char *none) {
  const std::string *nearest = nullptr;
  int best = static_cast<int>(wrong.size()) / 3 + 1; // further away is another word
  for (const std::string &name : names)
    if (const int distance = editDistance(wrong, name); distance < best) {
      best = distance;
      nearest = &name;
    }
  if (nearest)
    return "; did you mean '" + *nearest + "'?";
  if (names.empty())
    return std::string("; ") + none;
  std::string text = "; there ";
  text += names.size() == 1 ? "is only " : "are: ";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i ? ", '" : "'") + names[i] + "'";
  return text;
}

} // namespace stencilc::inline STENCILC_SPACE
