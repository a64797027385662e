/// \file Fields at a time level, as command lines and the source name them: `p`, `p[t]`, `p[t-1]`.
#pragma once

#include "runtime/core/support/Text.h"
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Age (0 for time level t, 1 for t-1) that means all time levels. A field name without a level,
/// such as `p`, has this age.
inline constexpr int kAllLevels = -1;

/// A field name and the age of one of its time levels: 0 for t, 1 for t-1.
struct FieldLevel {
  std::string field;
  int age = kAllLevels;
};

/// Returns true if one of `inputs`, each with a field and an age, sets level t-`age` of `field`.
template <class Inputs, class Field> bool isGiven(const Inputs &inputs, Field field, int age) {
  for (const auto &input : inputs)
    if (input.field == field && (input.age == kAllLevels || input.age == age))
      return true;
  return false;
}

/// Returns the ages (0 for t, 1 for t-1) of the time levels that the input `one` sets. The field
/// has `levels` levels. An input without a level sets all levels that no other input names.
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

/// Returns "p" for age 0 and "p[t-1]" for age 1.
inline std::string levelText(const std::string &field, int age) {
  return age > 0 ? field + format("[t-%d]", age) : field;
}

/// Parses `p`, `p[t]` or `p[t-1]`, with blanks allowed inside the brackets. Returns false if `text`
/// has another form. Does not check that the field has this level.
bool parseFieldLevel(std::string_view text, FieldLevel &level);

/// Returns an error message if a field with `levels` time levels has no level t-`age`, otherwise an
/// empty text. A field that no time step updates (`isUpdated` is false) has only level t.
std::string checkLevel(const std::string &field, int levels, bool isUpdated, int age);

/// Returns a note for the user if the time levels that are written are not enough to continue a
/// run. The field has `levels` levels. `ages` lists the written ones: 0 is t, 1 is t-1 and so on.
/// Returns an empty text if all levels are written. Also returns it if t is not, because the user
/// then does not want to continue.
std::string missingLevels(const std::string &field, int levels, const std::vector<int> &ages);

} // namespace stencilc::inline STENCILC_SPACE
