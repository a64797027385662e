/// \file Requests of runs from JSON, by the table of options of a run.
#include "interface/RequestJson.h"
#include "interface/JsonWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <string_view>

namespace stencilc::interface {

/// Options of a run that an instance has. The others are about files and output of a process.
static constexpr llvm::StringRef kOfInstances[] = {
    "checksums", "device-mem", "devices", "first-step", "host-mem", "no-trial",
    "param",     "pitch",      "scratch", "size",       "steps",    "threads"};

std::string readOption(const RunOption &option, const llvm::json::Value &value,
                       RunRequest &request) {
  const std::string name = option.name;
  const auto texts = textsOf(value);
  const bool isSwitch = value.kind() == llvm::json::Value::Boolean;
  if (!texts)
    return "'" + name + "' cannot be " + llvm::formatv("{0}", value).str();
  if (isSwitch && !option.isFlag() && !option.alone)
    return "'" + name + "' needs a value" + llvm::formatv(", not {0}", value).str();
  if (option.isFlag() && !isSwitch && value.kind() != llvm::json::Value::Null)
    return "'" + name + "' is true or false" + llvm::formatv(", not {0}", value).str();
  std::vector<std::string> values;
  const bool isList = name == "size" || name == "devices"; // one value of the command line
  if (isList && !texts->empty()) // [2] is device 2, and "2" is two devices
    values = {llvm::join(*texts, ",") + (name == "devices" && value.getAsArray() ? "," : "")};
  else if (isSwitch && !texts->empty())
    values = {option.alone ? option.alone : ""};
  else
    llvm::copy_if(*texts, std::back_inserter(values),
                  [](const auto &text) { return !text.empty(); });
  if (values.size() > 1 && !option.isRepeated)
    return "'" + name + "' takes one value" + llvm::formatv(", not {0}", value).str();
  for (const std::string &text : values)
    if (const std::string wrong = option.read(request, text); !wrong.empty())
      return "--" + name + ": " + wrong;
  return "";
}

/// Sets the options of an instance to those of its request.
static void setOptions(const ProgramDescription &program, InstanceRequest &read) {
  const ResolvedRequest &request = read.request;
  static_cast<RunLimits &>(read.options) = request;
  for (std::size_t axis = 0; axis < 3; ++axis)
    read.options.extents[axis] = request.hasSize() ? request.extents[axis] : program.sizeHint[axis];
  read.options.steps = request.steps.value_or(0);
  if (request.noTrial)
    read.options.triesKernels = false;
  read.options.mustUseFiles = !request.scratch.empty();
  read.options.parameters = request.parameters.data();
}

std::string readInstanceRequest(const Program &program, const char *json, InstanceRequest &read) {
  std::string why;
  const auto object = parseObject(json, "options", why);
  if (!object)
    return why;
  static_cast<RunRequest &>(read.request) = program.defaults;
  std::vector<llvm::StringRef> keys; // sorted, because objects keep no order
  for (const auto &[key, value] : *object)
    keys.push_back(key);
  llvm::sort(keys);
  for (const llvm::StringRef key : keys) {
    if (!llvm::is_contained(kOfInstances, key))
      return unknownKey(key, kOfInstances);
    why = readOption(*findRunOption(std::string_view(key)), *object->get(key), read.request);
    if (!why.empty())
      return why;
  }
  if (const Refusal refusal = resolveRequest(program.description, read.request))
    return refusal.text;
  setOptions(program.description, read);
  return read.options.extents[0] > 0
             ? ""
             : std::string("'") + program.description.name + "' gives no size; give one as 'size'";
}

} // namespace stencilc::interface
