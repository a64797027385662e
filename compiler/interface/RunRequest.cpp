/// \file The request for an instance, from JSON.
#include "interface/RunRequest.h"
#include "interface/JsonWords.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/ParseValue.h"
#include "support/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

namespace stencilc::interface {

namespace {

constexpr llvm::StringRef kKeys[] = {"device-mem", "devices", "first-step", "host-mem", "param",
                                     "pitch",      "scratch", "size",       "steps",    "threads"};

/// Values of a request as texts, as the command line of a run takes them.
using Texts = std::vector<std::string>;

/// Reads the values of a request into `request`. The first error stays in `wrong`.
class Reader {
public:
  Reader(const Program &program, RunRequest &request)
      : program(program.description), request(request) {}

  /// Reads one value. An empty list has the default.
  void read(llvm::StringRef key, const Texts &texts);
  std::string wrong; // error message, or empty

private:
  void size(const Texts &texts);
  void parameter(const std::string &text);
  void bytes(llvm::StringRef key, const std::string &text, std::uint64_t &value);
  void integer(llvm::StringRef key, const std::string &text, std::int64_t most,
               std::int64_t &value);
  void refuse(const std::string &why) { wrong = wrong.empty() ? why : wrong; }

  const ProgramDescription &program;
  RunRequest &request;
};

void Reader::integer(llvm::StringRef key, const std::string &text, std::int64_t most,
                     std::int64_t &value) {
  if (!parseInteger(text, value) || value < 0 || value > most)
    refuse("'" + key.str() + "' is a whole number from 0, not '" + text + "'");
}

void Reader::bytes(llvm::StringRef key, const std::string &text, std::uint64_t &value) {
  if (!parseBytes(text, value))
    refuse("'" + key.str() + "' is a size such as 6GiB, not '" + text + "'");
}

void Reader::size(const Texts &texts) {
  if (static_cast<int>(texts.size()) != program.rank)
    return refuse("'size' has " + counted(static_cast<std::int64_t>(texts.size()), "number") +
                  ", but '" + program.name + "' has " + counted(program.rank, "axis"));
  for (std::size_t axis = 0; axis < texts.size(); ++axis)
    integer("size", texts[axis], std::numeric_limits<std::int32_t>::max(),
            request.options.extents[axis]);
}

void Reader::parameter(const std::string &text) {
  const auto [name, value] = llvm::StringRef(text).split('=');
  const int number = findNamed(program.parameters, program.parameterCount, name.str());
  if (number < 0)
    return refuse(unknownParameter(program, name.str().c_str()));
  double &parsed = request.parameters[static_cast<std::size_t>(number)];
  if (!parseNumber(std::string_view(value), parsed))
    return refuse("parameter '" + name.str() + "': '" + value.str() + "' is not a number");
  refuse(checkParameter(program.parameters[number], parsed));
}

void Reader::read(llvm::StringRef key, const Texts &texts) {
  if (texts.empty() || (texts.size() == 1 && texts.front().empty()))
    return;
  InstanceOptions &options = request.options;
  if (key == "size")
    return size(texts);
  if (key == "param") {
    for (const std::string &text : texts)
      parameter(text);
    return;
  }
  if (key == "devices")
    return refuse(
        parseDevices(llvm::join(texts, ",") + (texts.size() > 1 ? "," : ""), options.devices));
  const std::string &text = texts.front();
  if (texts.size() > 1)
    return refuse("'" + key.str() + "' takes one value");
  if (key == "scratch") {
    request.scratch = text;
    options.scratch = request.scratch.c_str();
  } else if (key == "pitch") {
    if (!parsePitch(text, options.rowPitch))
      refuse("'pitch' is 'auto', 'packed' or a multiple of 16 bytes, not '" + text + "'");
  } else if (key == "device-mem") {
    bytes(key, text, options.memoryLimit);
  } else if (key == "host-mem") {
    bytes(key, text, options.hostMemoryLimit);
  } else if (key == "steps") {
    integer(key, text, std::numeric_limits<std::int64_t>::max(), options.steps);
  } else if (key == "first-step") {
    integer(key, text, std::numeric_limits<std::int64_t>::max(), request.firstStep);
  } else if (key == "threads") {
    std::int64_t threads = 0;
    integer(key, text, std::numeric_limits<std::int32_t>::max(), threads);
    options.threads = static_cast<int>(threads);
  }
}

/// Sets the values that the compilation gives, or else the program.
void setDefaults(const Program &program, RunRequest &request) {
  const ProgramDescription &description = program.description;
  const RunDefaults &defaults = program.defaults;
  for (int i = 0; i < description.parameterCount; ++i)
    request.parameters.push_back(description.parameters[i].value);
  for (int axis = 0; axis < description.rank; ++axis)
    request.options.extents[axis] = static_cast<std::size_t>(axis) < defaults.size.size()
                                        ? defaults.size[static_cast<std::size_t>(axis)]
                                        : description.sizeHint[axis];
  request.options.steps = defaults.steps;
  request.options.threads = defaults.threads;
  request.firstStep = defaults.firstStep;
}

} // namespace

std::string readRunRequest(const Program &program, const char *json, RunRequest &request) {
  std::string why;
  const auto object = parseObject(json, "options", why);
  if (!object)
    return why;
  setDefaults(program, request);
  Reader reader(program, request);
  const RunDefaults &defaults = program.defaults;
  reader.read("param", defaults.params);
  for (const auto &[key, text] :
       {std::pair{"devices", &defaults.devices}, std::pair{"pitch", &defaults.pitch},
        std::pair{"device-mem", &defaults.deviceMemory},
        std::pair{"host-mem", &defaults.hostMemory}})
    reader.read(key, {*text});
  std::vector<llvm::StringRef> keys; // sorted, because objects keep no order
  for (const auto &[key, value] : *object)
    keys.push_back(key);
  llvm::sort(keys);
  for (const llvm::StringRef key : keys) {
    const llvm::json::Value &value = *object->get(key);
    const auto texts = textsOf(value);
    if (!llvm::is_contained(kKeys, key))
      return unknownKey(key, kKeys);
    if (!texts || value.kind() == llvm::json::Value::Boolean)
      return "'" + key.str() + "' cannot be " + llvm::formatv("{0}", value).str();
    if (key == "devices" && value.getAsArray() && texts->size() == 1)
      reader.read(key, {texts->front() + ","}); // this device, not this many
    else
      reader.read(key, *texts);
  }
  request.options.parameters = request.parameters.data();
  if (reader.wrong.empty() && request.options.extents[0] == 0)
    return std::string("'") + program.description.name + "' gives no size; give one as 'size'";
  return reader.wrong;
}

} // namespace stencilc::interface
