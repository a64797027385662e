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
bool parseFieldLevel(std::string_view text, FieldLevel &level);

/// Why a field that keeps `levels` time levels has no level t-`age` of its own; empty if it has.
/// Fields that no step updates are the same on all levels.
std::string checkLevel(const std::string &field, int levels, bool isUpdated, int age);

/// What is missing among the levels of `field` that are written (`ages`) to go on from them, for
/// people; empty if nothing is, or if level t is not written either.
std::string missingLevels(const std::string &field, int levels, const std::vector<int> &ages);

} // namespace stencilc::inline STENCILC_SPACE
