/// \file Parameters of a simulation, which are set and read by name.
#pragma once

#include "runtime/core/support/Status.h"
#include "stencilc/Description.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Current values of the parameters of a simulation. Functions fail for unknown names, and for
/// values outside the range of a parameter.
class Parameters {
public:
  explicit Parameters(const ProgramDescription &program) : program(program) {}

  /// Sets all parameters to `values`, or to their defaults if `values` is null.
  Status take(const double *values);
  /// Sets the parameter `name` to `value`, and `before` to its previous value.
  Status set(const char *name, double value, double &before);
  Status get(const char *name, double *value) const;
  const double *data() const { return all.data(); }

private:
  const ProgramDescription &program;
  std::vector<double> all;
};

} // namespace stencilc::inline STENCILC_SPACE
