/// \file Parses and checks the devices that the user chooses with the option --devices.
#include "runtime/core/device/DeviceChoice.h"
#include "runtime/core/device/Device.h"
#include "runtime/core/support/ParseValue.h"
#include <algorithm>
#include <numeric>

namespace stencilc::inline STENCILC_SPACE {

namespace {

constexpr std::int64_t kMost = 1024; // devices

/// Returns the numbers 0 to `count` - 1.
std::vector<int> firstOf(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

} // namespace

std::string parseDevices(const std::string &value, DeviceChoice &choice) {
  std::string wrong = "'" + value +
                      "' names no devices; write how many (--devices=4), which "
                      "(--devices=0,2) or --devices=all";
  choice = {};
  choice.all = value == "all";
  if (choice.all)
    return "";
  std::int64_t number = 0;
  if (value.find(',') == std::string::npos) {
    if (!parseInteger(value, number) || number < 1 || number > kMost)
      return wrong;
    choice.numbers = firstOf(static_cast<int>(number));
    return "";
  }
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string one = value.substr(begin, end - begin);
    begin = end + 1;
    if (one.empty() && end == value.size() && !choice.numbers.empty())
      break; // a comma at the end: "2," is device 2 alone, while "2" is two devices
    if (!parseInteger(one, number) || number < 0 || number >= kMost)
      return wrong;
    if (std::find(choice.numbers.begin(), choice.numbers.end(), number) != choice.numbers.end())
      return "'" + value + "' names device " + one + " twice; each device computes one part";
    choice.numbers.push_back(static_cast<int>(number));
  }
  return "";
}

std::string devicesText(const DeviceChoice &choice) {
  if (choice.all)
    return "all";
  std::string list;
  bool areFirst = true; // 0, 1, 2 and so on
  for (std::size_t i = 0; i < choice.numbers.size(); ++i) {
    list += std::to_string(choice.numbers[i]) + ",";
    areFirst &= choice.numbers[i] == static_cast<int>(i);
  }
  return areFirst ? std::to_string(choice.numbers.size()) : list;
}

Status DeviceChoice::resolve(ExecutionSpace world) {
  if (world != ExecutionSpace::Cuda)
    return all ? Status::invalid(
                     "--devices=all needs GPUs; on the CPU give the number of parts of the domain")
               : Status();
  int count = 0;
  if (Status status = countGpus(count); !status)
    return status;
  if (all)
    numbers = firstOf(count);
  for (const int number : numbers)
    if (number >= count)
      return Status::invalid(
          format("there is no GPU %d: this machine has %d, counted from 0", number, count));
  return {};
}

Status DeviceChoice::enter(ExecutionSpace world) const {
  return numbers.empty() ? Status() : deviceFor(world, numbers.front())->enter();
}

Status DeviceChoice::refuse() const {
  return isGiven() ? Status::invalid("this program is for one device; for several, compile it with "
                                     "--schedule=slabs or --schedule=stream")
                   : Status();
}

} // namespace stencilc::inline STENCILC_SPACE
