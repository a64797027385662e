/// \file Small helpers for messages: printf into a string, byte counts, and the nearest name.
#pragma once

#include "stencilc/Version.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char *pattern, ...);

/// A number with so many digits; NaN is "nan", whatever its sign, infinity "inf" or "-inf".
inline std::string realText(double value, int digits = 17) {
  return value != value ? "nan" : format("%.*g", digits, value);
}

/// "1.50 GiB", "512 bytes".
std::string formatBytes(double bytes);

/// "0.83 s", "12.4 ms", "3 min 20 s", "2 h 05 min".
std::string formatSeconds(double seconds);

/// Copies `message` into a C caller's buffer, cut to its size; a null buffer is allowed.
void copyMessage(const std::string &message, char *buffer, std::size_t size);

/// Number of single-character edits between two names (Levenshtein).
int editDistance(const std::string &a, const std::string &b);

/// "; did you mean 'x'?" for the nearest of `names` if one is near, else "; there are: a, b" (or
/// `none` if there are no names at all).
std::string suggest(const std::string &wrong, const std::vector<std::string> &names,
                    const char *none);

} // namespace stencilc::inline STENCILC_SPACE
