/// \file Look-up of fields, parameters and reports of a program by name, with error messages for
/// wrong names and values.
#pragma once

#include "runtime/core/support/Text.h"
#include "stencilc/Description.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns an error message if `value` is not allowed for the parameter, otherwise an empty text.
std::string checkParameter(const ParameterDescription &parameter, double value);

/// Returns the index of the entry called `name` among `count` things (fields, parameters and so
/// on), or -1 if there is none.
template <class Named> int findNamed(const Named *things, int count, const std::string &name) {
  for (int i = 0; i < count; ++i)
    if (name == things[i].name)
      return i;
  return -1;
}

/// Returns a hint for the unknown name `wrong`: the most similar name of the `count` objects
/// `things`, or a list of all names. If there are no objects, returns the text `none`.
template <class Named>
std::string suggestNamed(const std::string &wrong, const Named *things, int count,
                         const char *none) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i)
    names.push_back(things[i].name);
  return suggest(wrong, names, none);
}

/// Returns an error message such as "'T' is no field of heat3d". `what` is the kind of thing, such
/// as "field". `name` is the wrong name, which may be null.
std::string unknownNamed(const ProgramDescription &program, const char *what, const char *name);

std::string unknownField(const ProgramDescription &program, const char *name);
std::string unknownParameter(const ProgramDescription &program, const char *name);
std::string unknownSeries(const ProgramDescription &program, const char *name);
std::string unknownPoints(const ProgramDescription &program, const char *name);
std::string unknownReport(const ProgramDescription &program, const char *name);

/// Returns the extents of `grid` along the axes of the program, such as "20 x 30".
std::string sizeText(const ProgramDescription &program, const Grid &grid);

} // namespace stencilc::inline STENCILC_SPACE
