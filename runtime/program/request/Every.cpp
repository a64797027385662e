/// \file Parsing of an interval in time steps or in time.
#include "runtime/program/request/Every.h"
#include "runtime/core/support/ParseValue.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Unit that the user may write after the number of an interval, such as "min".
struct Unit {
  std::string_view name;
  double seconds; // length of the unit; 0: it is a number of time steps
};

constexpr Unit kUnits[] = {{"steps", 0}, {"step", 0}, {"min", 60}, {"s", 1}, {"h", 3600}};

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

} // namespace

bool parseEvery(std::string_view text, Every &every) {
  every = {};
  double seconds = 0;
  for (const Unit &unit : kUnits)
    if (endsWith(text, unit.name)) {
      text.remove_suffix(unit.name.size());
      seconds = unit.seconds;
      break;
    }
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  if (seconds == 0)
    return parseInteger(text, every.steps) && every.steps > 0;
  double number = 0;
  const bool isTime = parseNumber(text, number) && number > 0;
  every.seconds = isTime ? number * seconds : 0;
  return isTime;
}

} // namespace stencilc::inline STENCILC_SPACE
