/// \file Parsing of field names with a time level, such as `p[t-1]`, and checks of the level.
#include "runtime/core/fields/FieldLevels.h"

namespace stencilc::inline STENCILC_SPACE {

bool parseFieldLevel(std::string_view text, FieldLevel &level) {
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
  constexpr std::size_t kDigits = 3; // no field has a thousand time levels
  if (behind[0] != '-' || behind.size() < 2 || behind.size() > 1 + kDigits)
    return false;
  for (const char c : behind.substr(1)) {
    if (c < '0' || c > '9')
      return false;
    level.age = 10 * level.age + (c - '0');
  }
  return true;
}

std::string checkLevel(const std::string &field, int levels, bool isUpdated, int age) {
  if (age <= 0 || (isUpdated && age < levels))
    return "";
  if (!isUpdated)
    return "field '" + field + "' is constant in time: write " + field + ", not " +
           levelText(field, age);
  return format("field '%s' keeps %d time level%s: write %s%s, not %s", field.c_str(), levels,
                levels == 1 ? "" : "s", field.c_str(),
                levels == 1   ? ""
                : levels == 2 ? (" or " + levelText(field, 1)).c_str()
                              : (" to " + levelText(field, levels - 1)).c_str(),
                levelText(field, age).c_str());
}

std::string missingLevels(const std::string &field, int levels, const std::vector<int> &ages) {
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
         options + " writes it, and --init with the same name reads it";
}

} // namespace stencilc::inline STENCILC_SPACE
