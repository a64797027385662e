/// \file Requests of runs from JSON, by the table of options of a run.
#include "interface/RequestJson.h"
#include "interface/JsonWords.h"
#include "runtime/program/request/ParseRequest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <string_view>

namespace stencilc::interface {

/// Options of a run that an instance has. The others are about files and output of a process.
static constexpr llvm::StringRef kOfInstances[] = {
    "checksums", "device-mem", "devices", "first-step", "host-mem", "init",  "no-trial", "param",
    "pitch",     "points",     "scratch", "series",     "size",     "steps", "threads"};

/// Returns an error message if a JSON value has a form that `option` cannot have, or an empty text.
static std::string wrongForm(const RunOption &option, const llvm::json::Value &value) {
  const std::string name = option.name, text = llvm::formatv("{0}", value).str();
  const bool isSwitch = value.kind() == llvm::json::Value::Boolean;
  if (!textsOf(value))
    return "'" + name + "' cannot be " + text;
  if (isSwitch && option.needsValue())
    return "'" + name + "' needs a value, not " + text;
  if (option.isFlag() && !isSwitch && value.kind() != llvm::json::Value::Null)
    return "'" + name + "' is true or false, not " + text;
  return "";
}

/// Returns the values that a JSON value of the right form gives to `option`.
static std::vector<std::string> valuesOf(const RunOption &option, const llvm::json::Value &value) {
  std::vector<std::string> texts = *textsOf(value), values;
  const llvm::StringRef name = option.name;
  if (texts.empty())
    return values;
  if (value.kind() == llvm::json::Value::Boolean)
    return {option.alone ? option.alone : ""};
  if (name == "size" || name == "devices") // a list is one value; [2] is device 2, "2" two devices
    return {llvm::join(texts, ",") + (name == "devices" && value.getAsArray() ? "," : "")};
  llvm::copy_if(texts, std::back_inserter(values), [](const auto &text) { return !text.empty(); });
  return values;
}

std::string readOption(const RunOption &option, const llvm::json::Value &value,
                       RunRequest &request) {
  if (std::string wrong = wrongForm(option, value); !wrong.empty())
    return wrong;
  const std::string name = option.name;
  const std::vector<std::string> values = valuesOf(option, value);
  if (values.size() > 1 && !option.isRepeated)
    return "'" + name + "' takes one value" + llvm::formatv(", not {0}", value).str();
  for (const std::string &text : values)
    if (const std::string wrong = option.read(request, text); !wrong.empty())
      return "--" + name + ": " + wrong;
  return "";
}

/// Removes the fields with the value null or false from the object "init" of `options`. Returns
/// them as texts of the option --init with a path that is not used.
static std::vector<std::string> takeFieldsWithoutFile(llvm::json::Object &options) {
  std::vector<std::string> texts;
  llvm::json::Object *const init = options.getObject("init");
  if (!init)
    return texts;
  llvm::json::Object others;
  for (const auto &[name, value] : *init)
    if (value.getAsNull() || value.getAsBoolean() == false)
      texts.push_back(name.str() + "=*"); // a group of fields needs a star in its path
    else
      others[name] = value;
  *init = std::move(others);
  llvm::sort(texts);
  return texts;
}

/// Adds to `request` the files of inputs that the source of `program` names. Files of the request
/// take precedence. Fields in `without` begin without their files.
static Refusal addFilesOfSource(const Program &program, const std::vector<FileArgument> &without,
                                ResolvedRequest &request) {
  ResolvedRequest files;
  static_cast<RunRequest &>(files) = program.files;
  if (Refusal refusal = resolveRequest(program.description, files))
    return refusal;
  for (const FileArgument &file : files.inputs)
    if (!isGiven(without, file.field, file.age) && !isGiven(request.inputs, file.field, file.age))
      request.inputs.push_back(file);
  const auto add = [](const auto &all, auto &to) {
    for (const auto &one : all)
      if (llvm::none_of(to, [&](const auto &other) { return other.first == one.first; }))
        to.push_back(one);
  };
  add(files.series, request.series);
  add(files.points, request.points);
  return {};
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
  auto object = parseObject(json, "options", why);
  if (!object)
    return why;
  ResolvedRequest without;
  without.inits = takeFieldsWithoutFile(*object);
  static_cast<RunRequest &>(read.request) = program.defaults;
  std::vector<llvm::StringRef> keys; // sorted, because objects keep no order
  for (const auto &[key, value] : *object)
    keys.push_back(key);
  llvm::sort(keys);
  for (const llvm::StringRef key : keys) {
    if (!llvm::is_contained(kOfInstances, key))
      return unknownKey(key, kOfInstances);
    if (key == "init")
      read.request.inits.clear(); // those of the compilation
    if (key == "init" && object->getBoolean(key))
      continue; // see below
    why = readOption(*findRunOption(std::string_view(key)), *object->get(key), read.request);
    if (!why.empty())
      return why;
  }
  if (const Refusal refusal = resolveRequest(program.description, read.request))
    return refusal.text;
  if (why = engineConflict(program.description, read.request); !why.empty())
    return why;
  if (object->getBoolean("init") == false)
    without.inits = program.files.inits;
  if (const Refusal refusal = resolveRequest(program.description, without))
    return refusal.text;
  if (const Refusal refusal = addFilesOfSource(program, without.inputs, read.request))
    return refusal.text;
  setOptions(program.description, read);
  return read.options.extents[0] > 0
             ? ""
             : std::string("'") + program.description.name + "' gives no size; give one as 'size'";
}

} // namespace stencilc::interface
