/// \file Parses the command line options that select what a run saves.
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/save/SaveTypes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

SaveNames saveNames(const ProgramDescription &program) {
  SaveNames names{program.name, {}, {}};
  for (int i = 0; i < program.namedCount(); ++i)
    names.fields.emplace_back(program.fields[i].name);
  for (int axis = 0; axis < program.rank; ++axis)
    names.axes.emplace_back(program.axes[axis]);
  return names;
}

/// Returns the index of `name` in `names`, or -1.
static int placeOf(const std::vector<std::string> &names, const std::string &name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// Parses `value`, such as `p[z = 64]=run.h5`, and adds the request to save that field to
/// `arguments`. Returns an error message, or "".
static std::string takeOne(const SaveNames &names, const std::string &value,
                           SaveArguments &arguments) {
  const std::size_t equals = fileOfSave(value);
  const std::string what = value.substr(0, equals);
  SaveRequest request;
  request.path = equals == std::string::npos ? names.program + ".h5" : value.substr(equals + 1);
  SaveText text;
  if (request.path.empty() || !parseSaveText(what, text))
    return "--save " + value +
           ": write --save FIELD=FILE.h5, or for a part of the field --save 'FIELD[x = 0 .. 99 by "
           "2, y = 7]=FILE.h5'";
  request.field = placeOf(names.fields, text.field);
  if (request.field < 0)
    return "--save " + value + ": '" + text.field + "' is no field of " + names.program +
           suggest(text.field, names.fields, "");
  for (const auto &[name, range] : text.along) {
    const int axis = placeOf(names.axes, name);
    if (axis < 0)
      return "--save " + value + ": '" + name + "' is no axis of " + names.program +
             suggest(name, names.axes, "");
    std::optional<SaveRange> &along = request.along[static_cast<std::size_t>(axis)];
    if (along)
      return "--save " + value + ": the axis '" + name + "' is named twice";
    along = range;
  }
  arguments.requests.push_back(std::move(request));
  return "";
}

std::string takeSave(const SaveNames &names, const std::string &value, SaveArguments &arguments) {
  const std::string name = value.substr(0, value.find_first_of("[= "));
  if (placeOf(names.fields, name) >= 0 || placeOf(names.fields, name + "0") < 0)
    return takeOne(names, value, arguments);
  std::string wrong;
  for (int member = 0; wrong.empty(); ++member) {
    const std::string own = name + std::to_string(member);
    if (placeOf(names.fields, own) < 0)
      break;
    wrong = takeOne(names, own + value.substr(name.size()), arguments);
  }
  return wrong;
}

std::string readSaveType(const std::string &text, std::optional<Scalar> &type) {
  const SaveType *const found = findSaveType(text);
  if (found)
    type = found->scalar;
  return found ? "" : "'" + text + "' is not a type of saved numbers; give " + saveTypeNames();
}

/// Sets the interval, type and compression of `request` to those of the command line, which have
/// priority. Without an option, the interval is that of the program's `save` statement for the same
/// field.
static void complete(SaveRequest &request, const SaveArguments &arguments,
                     const std::vector<SaveRequest> &own) {
  for (const SaveRequest &other : own)
    if (request.every == 0 && other.field == request.field)
      request.every = other.every;
  if (arguments.every > 0)
    request.every = arguments.every;
  if (arguments.as)
    request.as = arguments.as;
  request.level = arguments.level.value_or(request.level);
}

std::string requestsOf(const SaveArguments &arguments, const std::vector<SaveRequest> &own,
                       std::vector<SaveRequest> &requests) {
  const bool hasOwn = arguments.requests.empty();
  const bool changes = arguments.every > 0 || arguments.as || arguments.level;
  if (arguments.isOff)
    return changes || !hasOwn
               ? "--no-save disables saving; leave out --no-save or the other options"
               : "";
  requests = hasOwn ? own : arguments.requests;
  if (requests.empty() && changes)
    return "--every, --as and --compress need a saved field: give --save FIELD=FILE.h5";
  for (SaveRequest &request : requests) {
    request.isOwn = hasOwn;
    complete(request, arguments, own);
    if (request.every == 0)
      return "--save needs --every=STEPS, the interval at which '" + request.path +
             "' gets a snapshot";
  }
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
