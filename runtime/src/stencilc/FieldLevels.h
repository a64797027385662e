/// \file Fields at a time level as command lines name them: `p`, `p[t]`, `p[t-1]`, as in the
/// source.
#pragma once

#include "stencilc/Text.h"
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// The age of a level that is not named: `p` alone.
inline constexpr int kAllLevels = -1;

/// A field and the age of one of its time levels: 0 for t, 1 for t-1.
struct FieldLevel {
  std::string field;
  int age = kAllLevels;
};

/// Whether one of `inputs`, each a field and an age, gives level t-`age` of a field.
template <class Inputs, class Field> bool isGiven(const Inputs &inputs, Field field, int age) {
  for (const auto &input : inputs)
    if (input.field == field && (input.age == kAllLevels || input.age == age))
      return true;
  return false;
}

/// The levels, newest first, of `levels` that `one` of `inputs` sets: its own, or all that no other
/// names.
template <class Inputs, class Input>
std::vector<int> levelsSetBy(const Input &one, const Inputs &inputs, int levels) {
  std::vector<int> ages;
  for (int age = 0; age < levels; ++age) {
    bool isNamed = false;
    for (const auto &other : inputs)
      isNamed |= other.field == one.field && other.age == age;
    if (one.age == age || (one.age == kAllLevels && !isNamed))
      ages.push_back(age);
  }
  return ages;
}

/// "p", or "p[t-1]" for age 1.
inline std::string levelText(const std::string &field, int age) {
  return age > 0 ? field + format("[t-%d]", age) : field;
}

/// Reads `p`, `p[t]` or `p[t-1]`, blanks inside the brackets allowed; false if it is nothing such.
/// Does not know how many levels there are.
inline bool parseFieldLevel(std::string_view text, FieldLevel &level) {
  const std::size_t open = text.find('[');
  level.field = std::string(text.substr(0, open));
  level.age = kAllLevels;
  if (open == std::string_view::npos)
    return !level.field.empty();
  std::string index; // without blanks
  for (const char c : text.substr(open))
    if (c != ' ')
      index += c;
  if (level.field.empty() || index.rfind("[t", 0) != 0 || index.back() != ']')
    return false;
  const std::string behind = index.substr(2, index.size() - 3);
  level.age = 0;
  if (behind.empty())
    return true;
  constexpr std::size_t kDigits = 3; // no field keeps a thousand levels
  if (behind[0] != '-' || behind.size() < 2 || behind.size() > 1 + kDigits)
    return false;
  for (const char c : behind.substr(1)) {
    if (c < '0' || c > '9')
      return false;
    level.age = 10 * level.age + (c - '0');
  }
  return true;
}

/// Why a field that keeps `levels` time levels has no level t-`age` of its own; empty if it has.
/// Fields that no step updates are the same on all levels.
inline std::string checkLevel(const std::string &field, int levels, bool isUpdated, int age) {
  if (age <= 0 || (isUpdated && age < levels))
    return "";
  if (!isUpdated)
    return "field '" + field + "' is the same at all times: write " + field + ", not " +
           levelText(field, age);
  return format("field '%s' keeps %d time level%s: write %s%s, not %s", field.c_str(), levels,
                levels == 1 ? "" : "s", field.c_str(),
                levels == 1   ? ""
                : levels == 2 ? (" or " + levelText(field, 1)).c_str()
                              : (" to " + levelText(field, levels - 1)).c_str(),
                levelText(field, age).c_str());
}

/// What is missing among the levels of `field` that are written (`ages`) to go on from them, for
/// people; empty if nothing is, or if level t is not written either.
inline std::string missingLevels(const std::string &field, int levels,
                                 const std::vector<int> &ages) {
  const auto has = [&](int wanted) {
    for (const int age : ages)
      if (age == wanted)
        return true;
    return false;
  };
  std::string names, options;
  for (int age = 1; age < levels && has(0); ++age)
    if (!has(age)) {
      names += (names.empty() ? "" : ", ") + levelText(field, age);
      options += " --out '" + levelText(field, age) + "=FILE.npy'";
    }
  if (names.empty())
    return "";
  return "a run cannot be continued from " + field + " alone: it needs " + names + ", too;" +
         options + " writes it, --init with the same name reads it";
}

} // namespace stencilc::inline STENCILC_SPACE
