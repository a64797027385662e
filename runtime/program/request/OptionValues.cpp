/// \file Reads and writes the values of options of a run, and says what is wrong with them.
#include "runtime/program/request/OptionValues.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/parts/save/SaveTypes.h"
#include "stencilc/Field.h"
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

static std::string quoted(const std::string &text) { return "'" + text + "'"; }

std::string readWhole(const std::string &text, std::int64_t least, std::int64_t most,
                      std::int64_t &number) {
  const bool isNumber = parseInteger(text, number);
  if (isNumber && number >= least && number <= most)
    return "";
  double meant = 0; // 1000 for "1e3"
  const bool isWhole = parseNumber(text, meant) && meant == std::trunc(meant) &&
                       meant >= double(least) && meant < 1e15 && meant <= double(most) && !isNumber;
  constexpr std::int64_t kShown = 1000; // larger limits are shown if a number exceeds them
  const std::string range = most > kShown && (!isNumber || number < least)
                                ? "of at least " + std::to_string(least)
                                : "from " + std::to_string(least) + " to " + std::to_string(most);
  return quoted(text) + " is not a whole number " + range +
         (isWhole ? ", as digits: " + std::to_string(std::int64_t(meant)) : "");
}

std::string readValue(const std::string &text, std::vector<std::int64_t> &size) {
  std::string commas = text;
  for (char &c : commas)
    c = c == 'x' || c == 'X' || c == '*' ? ',' : c;
  if (commas != text && commas.back() != ',' &&
      commas.find_first_not_of("0123456789,") == std::string::npos)
    return quoted(text) + " is not a size; separate sizes by commas: --size=" + commas;
  size.clear();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::string wrong = readWhole(text.substr(begin, end - begin), 1, kMost, size.emplace_back());
    if (!wrong.empty())
      return wrong;
    begin = end + 1;
  }
  return "";
}

std::string valueText(const std::vector<std::int64_t> &size) {
  std::string text;
  for (const std::int64_t cells : size)
    text += (text.empty() ? "" : ",") + std::to_string(cells);
  return text;
}

std::string readValue(const std::string &text, ProgressMode &mode) {
  mode = text == "always"  ? ProgressMode::Always
         : text == "never" ? ProgressMode::Never
                           : ProgressMode::Auto;
  return valueText(mode) == text ? "" : quoted(text) + " is neither auto, always nor never";
}

std::string valueText(ProgressMode mode) {
  return mode == ProgressMode::Always ? "always" : mode == ProgressMode::Never ? "never" : "auto";
}

std::string readValue(const std::string &text, DeviceChoice &devices) {
  return parseDevices(text, devices);
}

std::string valueText(const DeviceChoice &devices) { return devicesText(devices); }

std::string readValue(const std::string &text, Every &every) {
  return parseEvery(text, every)
             ? ""
             : quoted(text) +
                   " is neither a number of steps, like 1000, nor a time, like 30s, 10min or 2h";
}

std::string valueText(const Every &every) {
  return every.steps > 0 ? std::to_string(every.steps) : format("%.17gs", every.seconds);
}

std::string readValue(const std::string &text, std::optional<Scalar> &type) {
  return readSaveType(text, type);
}

std::string valueText(std::optional<Scalar> type) { return saveType(*type).name; }

std::string readMemory(const std::string &text, std::uint64_t &bytes) {
  return parseBytes(text, bytes)
             ? ""
             : quoted(text) + " is not an amount of memory; write it like 6GiB or 512MiB";
}

std::string readPitch(const std::string &text, std::uint64_t &pitch) {
  return parsePitch(text, pitch)
             ? ""
             : quoted(text) + " is neither auto nor packed nor a multiple of 16 bytes";
}

std::string pitchText(std::uint64_t pitch) {
  return pitch == kPackedRows ? "packed" : pitch == 0 ? "auto" : std::to_string(pitch);
}

} // namespace stencilc::inline STENCILC_SPACE
