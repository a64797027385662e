/// \file Parameters of a simulation, whose names and ranges are checked.
#include "runtime/core/instance/Parameters.h"
#include "runtime/core/instance/ProgramLookup.h"
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

Status Parameters::take(const double *values) {
  for (int i = 0; i < program.parameterCount; ++i) {
    const double value = values ? values[i] : program.parameters[i].value;
    if (const std::string wrong = checkParameter(program.parameters[i], value); !wrong.empty())
      return Status::invalid(wrong);
    all.push_back(value);
  }
  return {};
}

Status Parameters::set(const char *name, double value, double &before) {
  const int index = name ? findNamed(program.parameters, program.parameterCount, name) : -1;
  if (index < 0)
    return Status::invalid(unknownParameter(program, name));
  if (const std::string wrong = checkParameter(program.parameters[index], value); !wrong.empty())
    return Status::invalid(wrong);
  before = std::exchange(all[static_cast<std::size_t>(index)], value);
  return {};
}

Status Parameters::get(const char *name, double *value) const {
  const int index = name ? findNamed(program.parameters, program.parameterCount, name) : -1;
  if (index < 0)
    return Status::invalid(unknownParameter(program, name));
  if (!value)
    return Status::invalid("no memory for the value: the pointer is null");
  *value = all[static_cast<std::size_t>(index)];
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
