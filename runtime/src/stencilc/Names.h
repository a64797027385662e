/// \file Fields and parameters by name, with the words for a name or value that is wrong.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Text.h"
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

/// What is wrong with setting parameter `index` to `value`, or an empty text.
inline std::string checkParameter(const ParameterDescription &parameter, double value) {
  if (!std::isfinite(value))
    return format("parameter '%s' must be a finite number", parameter.name);
  if (parameter.hasRange && !(value >= parameter.low && value <= parameter.high))
    return format("parameter '%s' = %.10g is out of its range %.10g .. %.10g (default %.10g)",
                  parameter.name, value, parameter.low, parameter.high, parameter.value);
  return "";
}

/// Index of the field or parameter called `name`, or -1.
template <class Named> int findNamed(const Named *things, int count, const std::string &name) {
  for (int i = 0; i < count; ++i)
    if (name == things[i].name)
      return i;
  return -1;
}

template <class Named>
std::string suggestNamed(const std::string &wrong, const Named *things, int count,
                         const char *none) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i)
    names.push_back(things[i].name);
  return suggest(wrong, names, none);
}

/// "'T' is no field of heat3d", or of a name that is null.
inline std::string unknownNamed(const ProgramDescription &program, const char *what,
                                const char *name) {
  return (name ? "'" + std::string(name) + "'" : "a null pointer") + " is no " + what + " of " +
         program.name;
}

inline std::string unknownField(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "field", name) +
         suggestNamed(name ? name : "", program.fields, program.fieldCount, "it has none");
}
inline std::string unknownParameter(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "parameter", name) +
         suggestNamed(name ? name : "", program.parameters, program.parameterCount, "it has none");
}
inline std::string unknownReport(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "report", name) +
         suggestNamed(name ? name : "", program.reports, program.reportCount, "it has none");
}

/// "20 x 30", of a grid's extents along the axes of the program.
inline std::string sizeText(const ProgramDescription &program, const Grid &grid) {
  const int extents[3] = {grid.nx, grid.ny, grid.nz};
  std::string text;
  for (int axis = 0; axis < program.rank; ++axis)
    text += format("%s%d", axis ? " x " : "", extents[axis]);
  return text;
}

} // namespace stencilc::inline STENCILC_SPACE
