/// \file Command line arguments that name files: of fields, of planes, of series (numbers for each
/// time step), and of points of sources and receivers.
#include "runtime/program/Arguments.h"

#include "runtime/core/instance/ProgramLookup.h"
#include <algorithm>
#include <cstddef>

namespace stencilc::inline STENCILC_SPACE {

std::string ArgumentParser::checkStarts() const {
  for (auto input = out.inputs.begin(); input != out.inputs.end(); ++input) {
    const auto isTheSame = [&](const FileArgument &other) {
      return input->field == other.field && input->age == other.age;
    };
    if (std::any_of(out.inputs.begin(), input, isTheSame))
      return "--init for '" + levelText(program.fields[input->field].name, input->age) +
             "' is given twice; leave one out";
  }
  return "";
}

std::string ArgumentParser::plane(const std::string &option, const std::string &value,
                                  std::vector<FileArgument> &files) {
  const std::size_t equals = value.find("]=");
  const std::optional<PlaneText> named =
      equals == std::string::npos ? std::nullopt : parseFieldPlane(value.substr(0, equals + 1));
  int axis = 0;
  while (named && axis < program.rank && named->axis != program.axes[axis])
    ++axis;
  if (!named || axis == program.rank)
    return file(option, value, files); // a time level; file() reports all errors
  std::string wrong = file(option, named->field + value.substr(equals + 1), files);
  if (!wrong.empty())
    return wrong;
  files.back().plane = {axis, named->at};
  return program.rank - __builtin_popcount(program.fields[files.back().field].lacks) == 3
             ? ""
             : option + " " + value + ": only fields with three axes have planes";
}

std::string ArgumentParser::series(const std::string &value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals + 1 == value.size())
    return "--series " + value + ": write --series NAME=FILE.npy";
  const std::string name = value.substr(0, equals);
  const int index = findNamed(program.series, program.seriesCount, name);
  if (index < 0)
    return unknownSeries(program, name.c_str());
  out.series.emplace_back(index, value.substr(equals + 1));
  return "";
}

std::string ArgumentParser::points(const std::string &value, bool isTrace) {
  const std::size_t equals = value.find('=');
  const std::string option = isTrace ? "--trace" : "--points";
  if (equals == std::string::npos || equals + 1 == value.size())
    return option + " " + value + ": write " + option + " NAME=FILE.npy";
  const std::string name = value.substr(0, equals);
  const int index = findNamed(program.points, program.pointsCount, name);
  if (index < 0)
    return unknownPoints(program, name.c_str());
  if (isTrace && program.points[index].every == 0)
    return option + " " + value + ": '" + name + "' is a source; only receivers have traces";
  if (!isTrace && !program.points[index].file)
    return option + " " + value + ": the points of '" + name + "' are set in " + program.source +
           "; only points from a file can be replaced";
  (isTrace ? out.traces : out.points).emplace_back(index, value.substr(equals + 1));
  return "";
}

std::string ArgumentParser::file(const std::string &option, const std::string &value,
                                 std::vector<FileArgument> &files) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals + 1 == value.size())
    return option + " " + value + ": write " + option + " FIELD=FILE.npy";
  const std::string name = value.substr(0, equals);
  FieldLevel level;
  if (!parseFieldLevel(name, level))
    return option + " " + value + ": '" + name + "' is no field at a time level; write FIELD or " +
           "'FIELD[t-1]'";
  const int index = findNamed(program.fields, program.namedCount(), level.field);
  if (index < 0)
    return unknownField(program, level.field.c_str());
  const FieldDescription &field = program.fields[index];
  if (std::string wrong = checkLevel(level.field, field.levels, field.updated, level.age);
      !wrong.empty())
    return option + " " + value + ": " + wrong;
  // A file to be written holds one time level. The default is t.
  const bool isInput = &files == &out.inputs;
  files.push_back({index, value.substr(equals + 1), isInput ? level.age : std::max(0, level.age)});
  return "";
}

} // namespace stencilc::inline STENCILC_SPACE
