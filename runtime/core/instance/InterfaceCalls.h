/// \file Helpers of the functions of the C interface. They convert the simulation pointer, and
/// refuse calls from callbacks of a run.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/core/support/Text.h"

namespace stencilc::inline STENCILC_SPACE {

/// Error code that functions of the C interface return if the simulation pointer is null.
inline constexpr int kMissing = static_cast<int>(StatusCode::Invalid);

/// Converts the pointer by which a C program refers to a simulation to a pointer to the object.
inline Instance *of(const void *simulation) {
  return static_cast<Instance *>(const_cast<void *>(simulation));
}

/// Calls `change` with the simulation and returns its result. Returns an error without a call if a
/// run is in progress, which means that a callback of the run is the caller. `call` is the name of
/// the called C function, for the message.
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
