/// \file Helper functions for messages: formatted strings, byte counts, and the most similar name.
#pragma once

#include "stencilc/Version.h"
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Returns a string that is formatted like printf().
[[gnu::format(printf, 1, 2)]] std::string format(const char *pattern, ...);

/// Returns `value` with `digits` significant digits. NaN is "nan" for either sign, infinities are
/// "inf" and "-inf".
inline std::string realText(double value, int digits = 17) {
  return value != value ? "nan" : format("%.*g", digits, value);
}

/// Returns a number of bytes as text, such as "1.50 GiB" or "512 bytes".
std::string formatBytes(double bytes);

/// Returns a time as text, such as "12.4 ms", "0.83 s", "3 min 20 s" or "2 h 05 min".
std::string formatSeconds(double seconds);

/// Copies `message` to the buffer of a C caller, truncated to its `size`. The buffer may be null.
void copyMessage(const std::string &message, char *buffer, std::size_t size);

/// Returns the number of single-character edits that change one name into the other (Levenshtein
/// distance).
int editDistance(const std::string &a, const std::string &b);

/// Returns "; did you mean 'x'?" with the name in `names` most similar to `wrong`. If no name is
/// similar, returns the list of all names, or `none` if there are no names.
std::string suggest(const std::string &wrong, const std::vector<std::string> &names,
                    const char *none);

/// Returns `text` as a JSON string with quotes.
std::string jsonString(const std::string &text);

} // namespace stencilc::inline STENCILC_SPACE
