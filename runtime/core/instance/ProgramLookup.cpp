/// \file Fields, parameters and reports of a program, found by name.
#include "runtime/core/instance/ProgramLookup.h"
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

std::string checkParameter(const ParameterDescription &parameter, double value) {
  if (!std::isfinite(value))
    return format("parameter '%s' must be a finite number", parameter.name);
  if (parameter.hasRange && !(value >= parameter.low && value <= parameter.high))
    return format("parameter '%s' = %.10g is out of its range %.10g .. %.10g (default %.10g)",
                  parameter.name, value, parameter.low, parameter.high, parameter.value);
  return "";
}

std::string unknownNamed(const ProgramDescription &program, const char *what, const char *name) {
  return (name ? "'" + std::string(name) + "'" : "a null pointer") + " is no " + what + " of " +
         program.name;
}

std::string unknownField(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "field", name) +
         suggestNamed(name ? name : "", program.fields, program.namedCount(), "it has none");
}

std::string unknownParameter(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "parameter", name) +
         suggestNamed(name ? name : "", program.parameters, program.parameterCount, "it has none");
}

std::string unknownSeries(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "series", name) +
         suggestNamed(name ? name : "", program.series, program.seriesCount, "it has none");
}

std::string unknownPoints(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "source or receiver", name) +
         suggestNamed(name ? name : "", program.points, program.pointsCount, "it has none");
}

std::string unknownReport(const ProgramDescription &program, const char *name) {
  return unknownNamed(program, "report", name) +
         suggestNamed(name ? name : "", program.reports, program.reportCount, "it has none");
}

std::string sizeText(const ProgramDescription &program, const Grid &grid) {
  const int extents[3] = {grid.nx, grid.ny, grid.nz};
  std::string text;
  for (int axis = 0; axis < program.rank; ++axis)
    text += format("%s%d", axis ? " x " : "", extents[axis]);
  return text;
}

} // namespace stencilc::inline STENCILC_SPACE
