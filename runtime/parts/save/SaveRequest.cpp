/// \file Parses requests to save and names of files.
#include "runtime/parts/save/SaveRequest.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include <string_view>

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Parses a range of cells, such as `64`, `0 .. 511` or `0 .. 511 by 2`. Returns false if the text
/// is no such range.
bool parseRange(std::string_view text, SaveRange &range) {
  const std::size_t dots = text.find("..");
  range.isPlace = dots == std::string_view::npos;
  if (!parseInteger(trimmed(text.substr(0, dots)), range.first))
    return false;
  range.last = range.first;
  if (range.isPlace)
    return true;
  std::string_view rest = text.substr(dots + 2);
  const std::size_t by = rest.find("by");
  if (by != std::string_view::npos && !parseInteger(trimmed(rest.substr(by + 2)), range.by))
    return false;
  return parseInteger(trimmed(rest.substr(0, by)), range.last);
}

} // namespace

bool parseSaveText(const std::string &text, SaveText &parsed) {
  const std::size_t open = text.find('[');
  parsed.field = trimmed(std::string_view(text).substr(0, open));
  if (parsed.field.empty() || open == std::string::npos)
    return !parsed.field.empty();
  std::string_view inside = trimmed(std::string_view(text).substr(open + 1));
  if (inside.empty() || inside.back() != ']')
    return false;
  inside.remove_suffix(1);
  while (true) {
    const std::size_t comma = inside.find(',');
    const std::string_view one = inside.substr(0, comma);
    const std::size_t equals = one.find('=');
    SaveRange range;
    if (equals == std::string_view::npos || !parseRange(one.substr(equals + 1), range))
      return false;
    parsed.along.emplace_back(trimmed(one.substr(0, equals)), range);
    if (comma == std::string_view::npos)
      return true;
    inside.remove_prefix(comma + 1);
  }
}

std::size_t fileOfSave(const std::string &text) {
  const std::size_t open = text.find('['), equals = text.find('=');
  const bool hasWindow = open != std::string::npos && open < equals;
  return text.find('=', hasWindow ? std::min(text.find(']'), text.size()) : 0);
}

bool isSequence(const std::string &path) {
  return path.size() > 4 && path.compare(path.size() - 4, 4, ".npy") == 0;
}

namespace {

/// File name of a series, split where the step number goes: the text before it, its format, and the
/// text after it.
struct Pattern {
  std::string before, behind, error;
  int width = 0;
  bool isZero = false;
};

/// Splits a path at its `%d` or `%06d`, where the step number goes. "%%" gives a percent sign. Sets
/// `error` if the path does not have exactly one such pattern, or if its width is above 20.
Pattern patternOf(const std::string &path) {
  Pattern found;
  bool hasNumber = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    std::string &text = hasNumber ? found.behind : found.before;
    if (path[i] != '%') {
      text += path[i];
      continue;
    }
    ++i;
    if (i < path.size() && path[i] == '%') {
      text += '%';
      continue;
    }
    found.isZero |= i < path.size() && path[i] == '0';
    for (; i < path.size() && path[i] >= '0' && path[i] <= '9'; ++i)
      found.width = std::min(100, 10 * found.width + (path[i] - '0'));
    if (hasNumber || i == path.size() || path[i] != 'd' || found.width > 20) {
      found.error = "a file name has the step number once, as %d or %06d";
      return found;
    }
    hasNumber = true;
  }
  if (!hasNumber)
    found.error = "each step needs its own file: put the step number into the name, as in "
                  "p_%06d.npy, or save to an HDF5 file, as in p.h5";
  return found;
}

} // namespace

std::string sequenceError(const std::string &path) {
  const std::string error = patternOf(path).error;
  return error.empty() ? "" : "'" + path + "': " + error;
}

std::string fileOfStep(const std::string &path, std::int64_t step) {
  const Pattern pattern = patternOf(path);
  const auto number = static_cast<long long>(step);
  return pattern.before +
         (pattern.isZero ? format("%0*lld", pattern.width, number)
                         : format("%*lld", pattern.width, number)) +
         pattern.behind;
}

std::optional<std::int64_t> stepOfFile(const std::string &path, const std::string &name) {
  const Pattern pattern = patternOf(path);
  const std::size_t around = pattern.before.size() + pattern.behind.size();
  std::int64_t step = 0;
  if (!pattern.error.empty() || name.size() <= around)
    return std::nullopt;
  std::string digits = name.substr(pattern.before.size(), name.size() - around);
  digits.erase(0, digits.find_first_not_of(' '));
  return parseInteger(digits, step) && fileOfStep(path, step) == name ? std::optional(step)
                                                                      : std::nullopt;
}

} // namespace stencilc::inline STENCILC_SPACE
