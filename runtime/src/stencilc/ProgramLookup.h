/// \file Fields, parameters and reports of a program by name, with the words for a name or value
/// that is wrong.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Text.h"

namespace stencilc::inline STENCILC_SPACE {

/// What is wrong with setting parameter `index` to `value`, or an empty text.
std::string checkParameter(const ParameterDescription &parameter, double value);

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
std::string unknownNamed(const ProgramDescription &program, const char *what, const char *name);

std::string unknownField(const ProgramDescription &program, const char *name);
std::string unknownParameter(const ProgramDescription &program, const char *name);
std::string unknownSeries(const ProgramDescription &program, const char *name);
std::string unknownPoints(const ProgramDescription &program, const char *name);
std::string unknownReport(const ProgramDescription &program, const char *name);

/// "20 x 30", of a grid's extents along the axes of the program.
std::string sizeText(const ProgramDescription &program, const Grid &grid);

} // namespace stencilc::inline STENCILC_SPACE
