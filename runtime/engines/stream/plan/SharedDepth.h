/// \file The largest number of time steps per traversal (pass of all planes) if several processes
/// share the domain.
#pragma once

#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the largest number of time steps per traversal (pass of all planes) for which a process
/// gets all its halo planes from its direct neighbours. Returns the largest `int` if no halo planes
/// are needed.
std::int64_t mostSharedSteps(const OutOfCoreDomain &domain);

/// Returns the reason why a process would have too few planes for the requested number of time
/// steps per traversal (pass of all planes), or for a single step. Returns "" if the planes
/// suffice.
std::string refusalOfShares(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
