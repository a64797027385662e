/// \file The parameters of a run, by name.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Status.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class Parameters {
public:
  explicit Parameters(const ProgramDescription &program) : program(program) {}

  /// A value for each, or the defaults if `values` is null.
  Status take(const double *values);
  /// Sets one; `before` is what it was.
  Status set(const char *name, double value, double &before);
  Status get(const char *name, double *value) const;
  const double *data() const { return all.data(); }

private:
  const ProgramDescription &program;
  std::vector<double> all;
};

} // namespace stencilc::inline STENCILC_SPACE
