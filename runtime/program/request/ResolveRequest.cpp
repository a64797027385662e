/// \file Looks up the names that a request (the options of a run) contains, and reports those that
/// the program does not have.
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/program/request/ParseRequest.h"
#include "runtime/program/request/ResolvedRequest.h"
#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>

namespace stencilc::inline STENCILC_SPACE {

using Kind = Refusal::Kind;

namespace {

/// The two sides of a text such as "T=file.npy": the name before '=' and the value after it.
struct Assignment {
  std::string name, value;
};

/// Splits `text` at its first '='. Returns `nullopt` if there is no '=' or either part is empty.
std::optional<Assignment> split(const std::string &text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    return std::nullopt;
  return Assignment{text.substr(0, equals), text.substr(equals + 1)};
}

/// Looks up the names that a request (the options of a run) contains: fields, planes of fields,
/// series and points. Stores their indices in the program, and the files given for them, in the
/// request.
class NamesInProgram {
public:
  NamesInProgram(const ProgramDescription &program, ResolvedRequest &request)
      : program(program), request(request) {}

  Refusal resolve();

private:
  using Files = std::vector<FileArgument>;
  using Numbered = std::vector<std::pair<int, std::string>>;
  Refusal files(const char *option, const std::vector<std::string> &texts, Files &files);
  Refusal file(const char *option, const std::string &text, Files &files);
  Refusal plane(const char *option, const std::string &text, Files &files);
  Refusal members(const char *option, const std::string &text, std::vector<std::string> &all) const;
  Refusal level(const char *option, const std::string &text, Files &files);
  Refusal noField(const char *option, const std::string &text) const;
  Refusal series(const std::string &text);
  Refusal points(const std::string &text, bool isTrace);
  Refusal startsTwice() const;
  bool isField(const std::string &name) const {
    return findNamed(program.fields, program.namedCount(), name) >= 0;
  }

  const ProgramDescription &program;
  ResolvedRequest &request;
};

Refusal NamesInProgram::resolve() {
  const std::tuple<const char *, const std::vector<std::string> &, Files &> all[] = {
      {"--init", request.inits, request.inputs},
      {"--out", request.outs, request.outputs},
      {"--slice", request.sliceFiles, request.slices},
      {"--slice-start", request.startSliceFiles, request.initialSlices},
      {"--frames", request.frameFiles, request.frames}};
  for (const auto &[option, texts, files] : all)
    if (Refusal refusal = this->files(option, texts, files))
      return refusal;
  for (const std::string &text : request.seriesFiles)
    if (Refusal refusal = series(text))
      return refusal;
  for (const std::string &text : request.pointFiles)
    if (Refusal refusal = points(text, false))
      return refusal;
  for (const std::string &text : request.traceFiles)
    if (Refusal refusal = points(text, true))
      return refusal;
  return startsTwice();
}

Refusal NamesInProgram::files(const char *option, const std::vector<std::string> &texts,
                              Files &files) {
  files.clear();
  for (const std::string &text : texts) {
    std::vector<std::string> all;
    if (Refusal refusal = members(option, text, all))
      return refusal;
    const bool isWhole = &files == &request.inputs || &files == &request.outputs;
    for (const std::string &one : all)
      if (Refusal refusal = isWhole ? level(option, one, files) : plane(option, one, files))
        return refusal;
  }
  return {};
}

/// Sets `all` to one text for each field that `text` names. If `f` is a group of fields (f0, f1,
/// ...), `f=f*.npy` gives `f0=f0.npy`, `f1=f1.npy` and so on. Without a group, `all` is `text`
/// alone. Returns a refusal (an error) for a group without `*`, because its fields would share a
/// file.
Refusal NamesInProgram::members(const char *option, const std::string &text,
                                std::vector<std::string> &all) const {
  const std::string name = text.substr(0, text.find_first_of("=["));
  const std::size_t equals = text.find('=');
  all = {text};
  if (equals == std::string::npos || isField(name) || !isField(name + "0"))
    return {};
  const std::size_t star = text.find('*', equals);
  if (star == std::string::npos)
    return {Kind::Level, "'" + name + "' is a group; for one file per member write " + option +
                             " '" + name + "=" + name + "*.npy', and for one of them " + option +
                             " " + name + "0=FILE.npy"};
  all.clear();
  for (int member = 0; isField(name + std::to_string(member)); ++member) {
    std::string own = text;
    own.replace(star, 1, std::to_string(member));
    all.push_back(own.insert(name.size(), std::to_string(member)));
  }
  return {};
}

/// Returns the refusal (an error message) of `text`, a value of `option` without a field or a file.
/// The message has an example of a correct value.
Refusal NamesInProgram::noField(const char *option, const std::string &text) const {
  std::string example = "FIELD=FILE.npy";
  const std::size_t slash = text.find_last_of('/'), begin = slash == text.npos ? 0 : slash + 1;
  const std::string stem = text.substr(begin, text.find('.', begin) - begin);
  if (text.find('=') == std::string::npos) {
    if (isField(text))
      example = text + "=" + text + ".npy";
    else if (isField(stem))
      example = stem + "=" + text;
    else if (program.namedCount() == 1)
      example = std::string(program.fields[0].name) + "=" + text;
  }
  return {Kind::Value, "'" + text + "' does not set a field; write " + option + " " + example};
}

Refusal NamesInProgram::level(const char *option, const std::string &text, Files &files) {
  const std::optional<Assignment> parts = split(text);
  FieldLevel level;
  if (!parts)
    return noField(option, text);
  if (!parseFieldLevel(parts->name, level))
    return {Kind::Value, "'" + parts->name + "' is not a field at a time level; write " + option +
                             " FIELD=FILE.npy or " + option + " 'FIELD[t-1]=FILE.npy'"};
  const int index = findNamed(program.fields, program.namedCount(), level.field);
  if (index < 0)
    return {Kind::Name, unknownField(program, level.field.c_str())};
  const FieldDescription &field = program.fields[index];
  if (std::string wrong = checkLevel(level.field, field.levels, field.updated, level.age);
      !wrong.empty())
    return {Kind::Level, wrong};
  // A file to be written holds one time level. The default is t.
  const bool isInput = &files == &request.inputs;
  files.push_back({index, parts->value, isInput ? level.age : std::max(0, level.age)});
  return {};
}

Refusal NamesInProgram::plane(const char *option, const std::string &text, Files &files) {
  const std::size_t equals = text.find("]=");
  const std::optional<PlaneText> named =
      equals == std::string::npos ? std::nullopt : parseFieldPlane(text.substr(0, equals + 1));
  int axis = 0;
  while (named && axis < program.rank && named->axis != program.axes[axis])
    ++axis;
  if (!named || axis == program.rank)
    return level(option, text, files); // a time level; level() reports all errors
  if (Refusal refusal = level(option, named->field + text.substr(equals + 1), files))
    return refusal;
  files.back().plane = {axis, named->at};
  if (program.rank - __builtin_popcount(program.fields[files.back().field].lacks) == 3)
    return {};
  return {Kind::Value,
          std::string(option) + " " + text + ": only fields with three axes have planes"};
}

Refusal NamesInProgram::series(const std::string &text) {
  const std::optional<Assignment> parts = split(text);
  if (!parts)
    return {Kind::Value, "'" + text + "' does not set a series; write --series NAME=FILE.npy"};
  const int index = findNamed(program.series, program.seriesCount, parts->name);
  if (index < 0)
    return {Kind::Name, unknownSeries(program, parts->name.c_str())};
  request.series.emplace_back(index, parts->value);
  return {};
}

Refusal NamesInProgram::points(const std::string &text, bool isTrace) {
  const std::string option = isTrace ? "--trace" : "--points";
  const std::optional<Assignment> parts = split(text);
  if (!parts)
    return {Kind::Value, "'" + text + "' does not set " +
                             (isTrace ? "the file of a receiver" : "points") + "; write " + option +
                             " NAME=FILE.npy"};
  const int index = findNamed(program.points, program.pointsCount, parts->name);
  if (index < 0)
    return {Kind::Name, unknownPoints(program, parts->name.c_str())};
  const PointsDescription &its = program.points[index];
  if (isTrace && its.every == 0)
    return {Kind::Name, "'" + parts->name + "' is a source; only receivers have traces"};
  if (!isTrace && !its.file)
    return {Kind::Name, "the points of '" + parts->name + "' are set in " + program.source +
                            "; only points from a file can be replaced"};
  (isTrace ? request.traces : request.points).emplace_back(index, parts->value);
  return {};
}

/// Returns a refusal (an error message) if --init is given twice for the same time level of a
/// field. Otherwise returns an empty refusal.
Refusal NamesInProgram::startsTwice() const {
  const Files &inputs = request.inputs;
  for (auto input = inputs.begin(); input != inputs.end(); ++input) {
    const auto isTheSame = [&](const FileArgument &other) {
      return input->field == other.field && input->age == other.age;
    };
    if (std::any_of(inputs.begin(), input, isTheSame))
      return {Kind::Conflict, "--init for '" +
                                  levelText(program.fields[input->field].name, input->age) +
                                  "' is given twice; leave one out"};
  }
  return {};
}

} // namespace

Refusal resolveParameters(const ProgramDescription &program, ResolvedRequest &request) {
  request.parameters.clear();
  for (int i = 0; i < program.parameterCount; ++i)
    request.parameters.push_back(program.parameters[i].value);
  request.isParameterGiven.assign(request.parameters.size(), false);
  for (const std::string &text : request.params) {
    const std::optional<Assignment> parts = split(text);
    if (!parts)
      return {Kind::Value, "'" + text + "' does not set a parameter; write --param NAME=VALUE"};
    const int index = findNamed(program.parameters, program.parameterCount, parts->name);
    if (index < 0)
      return {Kind::Name, unknownParameter(program, parts->name.c_str())};
    double number;
    if (!parseNumber(parts->value, number))
      return {Kind::Value, "'" + text + "' does not set a parameter: '" + parts->value +
                               "' is not a number; write a finite number or a fraction of two, as "
                               "in --param " +
                               parts->name + "=1/6"};
    if (const std::string wrong = checkParameter(program.parameters[index], number); !wrong.empty())
      return {Kind::Range, wrong};
    request.parameters[static_cast<std::size_t>(index)] = number;
    request.isParameterGiven[static_cast<std::size_t>(index)] = true;
  }
  return {};
}

Refusal refuseSize(const ProgramDescription &program, const std::vector<std::int64_t> &size) {
  const int count = static_cast<int>(size.size());
  std::string axes;
  for (int axis = 0; axis < program.rank; ++axis)
    axes += format("%sn%s", axis ? "," : "", program.axes[axis]);
  if (count != program.rank)
    return {Kind::Size,
            format("--size gives %d number%s, and '%s' has %s; write --size=%s", count,
                   count == 1 ? "" : "s", program.name,
                   program.rank == 1 ? "one axis" : format("%d axes", program.rank).c_str(),
                   axes.c_str())};
  for (int axis = 0; axis < count; ++axis)
    if (size[static_cast<std::size_t>(axis)] > std::numeric_limits<std::int32_t>::max())
      return {
          Kind::TooLarge,
          format("--size gives %lld cells along '%s'; a size is 1 to 2147483647 along each axis",
                 static_cast<long long>(size[static_cast<std::size_t>(axis)]), program.axes[axis])};
  return {};
}

Refusal resolveSaves(const ProgramDescription &program, ResolvedRequest &request) {
  SaveArguments saves;
  const SaveNames names = saveNames(program);
  for (const std::string &text : request.saveFiles)
    if (const std::string wrong = takeSave(names, text, saves); !wrong.empty())
      return {Kind::Save, wrong};
  saves.every = request.saveEvery;
  saves.as = request.saveAs;
  saves.level = request.compression;
  saves.isOff = request.noSave;
  request.saves = std::move(saves);
  return {};
}

Refusal resolveRequest(const ProgramDescription &program, ResolvedRequest &request) {
  if (!request.size.empty())
    if (Refusal refusal = refuseSize(program, request.size))
      return refusal;
  for (std::size_t axis = 0; axis < 3; ++axis)
    request.extents[axis] = request.size.empty()         ? 0
                            : axis < request.size.size() ? request.size[axis]
                                                         : 1;
  if (Refusal refusal = resolveParameters(program, request))
    return refusal;
  if (Refusal refusal = NamesInProgram(program, request).resolve())
    return refusal;
  if (Refusal refusal = resolveSaves(program, request))
    return refusal;
  const std::string conflict = conflictIn(request);
  return conflict.empty() ? Refusal() : Refusal{Kind::Conflict, conflict};
}

} // namespace stencilc::inline STENCILC_SPACE
