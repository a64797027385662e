/// \file Evaluates the `save` statements of a program for given parameters and grid, and groups
/// what they save by file.
#include "runtime/parts/save/ProgramSaves.h"
#include "runtime/core/fields/FieldExtents.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

std::int64_t cellNumber(double value) {
  constexpr double kFar = 1e18; // more than any extent; a power of ten that is an exact double
  return static_cast<std::int64_t>(
      std::floor(std::clamp(value == value ? value : -1, -kFar, kFar)));
}

std::string parametersText(const std::vector<std::pair<std::string, double>> &parameters) {
  std::string text;
  for (const auto &[name, value] : parameters)
    text += (text.empty() ? "" : ", ") + name + "=" + realText(value);
  return text;
}

std::vector<SaveRequest> savesOf(const ProgramDescription &program, const double *parameters,
                                 const Grid &grid) {
  std::vector<SaveRequest> requests;
  for (int i = 0; i < program.saveCount; ++i) {
    const SaveDescription &save = program.saves[i];
    SaveRequest request;
    request.field = save.field;
    request.as = save.as;
    request.every = save.every;
    request.path = save.file;
    request.level = save.level;
    for (int axis = 0; axis < 3; ++axis) {
      if (!(save.ranges >> axis & 1))
        continue;
      const auto number = [&](int which) {
        return cellNumber(program.saveNumber(1 + (3 * i + axis) * 3 + which, parameters, grid));
      };
      request.along[static_cast<std::size_t>(axis)] = {number(0), number(1), number(2),
                                                       (save.places >> axis & 1) != 0};
    }
    requests.push_back(std::move(request));
  }
  return requests;
}

Status planSaves(const ProgramDescription &program, const double *parameters, const Grid &grid,
                 const std::vector<SaveRequest> &requests, SavePlan &plan) {
  SavedRun run;
  run.program = program.name;
  run.source = program.source;
  run.identity = program.identity;
  run.rank = program.rank;
  for (int axis = 0; axis < program.rank; ++axis)
    run.axes[axis] = program.axes[axis];
  std::copy(program.spacing, program.spacing + 3, run.spacing);
  if (program.tellsTime)
    run.timestep = program.saveNumber(0, parameters, grid);
  std::vector<std::pair<std::string, double>> values;
  for (int i = 0; i < program.parameterCount; ++i)
    values.emplace_back(program.parameters[i].name, parameters[i]);
  run.parameters = parametersText(values);
  std::vector<SavedField> fields;
  for (int i = 0; i < program.namedCount(); ++i) {
    const FieldDescription &described = program.fields[i];
    const Grid own = fieldGrid(program, i, grid);
    SavedField field{
        described.name, described.storage, described.updated, {own.nx, own.ny, own.nz}};
    std::copy(described.halves, described.halves + 3, field.halves);
    fields.push_back(std::move(field));
  }
  return planSaves(run, fields, requests, plan);
}

} // namespace stencilc::inline STENCILC_SPACE
