/// \file What functions of the C interface share: access to the simulation, and the refusal of
/// calls from callbacks.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

/// Code of a call without a simulation.
inline constexpr int kMissing = static_cast<int>(StatusCode::Invalid);

/// Returns the simulation behind the pointer of a C program.
inline Instance *of(const void *simulation) {
  return static_cast<Instance *>(const_cast<void *>(simulation));
}

/// Calls `change` with the simulation and returns its result. Returns an error if a run is in
/// progress: a callback of the run has then called the function named `call`.
template <class Change> int outsideOfRuns(void *simulation, const char *call, Change change) {
  if (!simulation)
    return kMissing;
  Instance &its = *of(simulation);
  if (!its.isRunning())
    return change(its);
  return its.keep(Status::invalid(
      format("'%s' was called from a callback of a run; call it after the run", call)));
}

} // namespace stencilc::inline STENCILC_SPACE
