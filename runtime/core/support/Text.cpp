/// \file Helper functions for the texts of messages.
#include "runtime/core/support/Text.h"
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>

namespace stencilc::inline STENCILC_SPACE {

std::string format(const char *pattern, ...) {
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

std::string formatBytes(double bytes) {
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

std::string formatSeconds(double seconds) {
  if (seconds < 1e-3)
    return format("%.1f us", seconds * 1e6);
  if (seconds < 1)
    return format("%.3g ms", seconds * 1e3);
  if (seconds < 60)
    return format("%.3g s", seconds);
  const std::int64_t whole = std::llround(seconds);
  if (whole < 3600)
    return format("%d min %02d s", static_cast<int>(whole / 60), static_cast<int>(whole % 60));
  return format("%lld h %02d min", static_cast<long long>(whole / 3600),
                static_cast<int>(whole / 60 % 60));
}

void copyMessage(const std::string &message, char *buffer, std::size_t size) {
  if (buffer && size)
    std::snprintf(buffer, size, "%s", message.c_str());
}

int editDistance(const std::string &a, const std::string &b) {
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

std::string suggest(const std::string &wrong, const std::vector<std::string> &names,
                    const char *none) {
  const std::string *nearest = nullptr;
  int best = static_cast<int>(wrong.size()) / 3 + 1; // names further away are not suggested
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

std::string jsonString(const std::string &text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (quoted += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      quoted += format("\\u%04x", c);
    else
      quoted += c;
  }
  return quoted + '"';
}

} // namespace stencilc::inline STENCILC_SPACE
