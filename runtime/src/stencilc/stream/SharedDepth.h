/// \file The largest number of time steps per traversal (pass of all planes) if several processes
/// share the domain.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the largest number of time steps per traversal (pass of all planes) for which a direct
/// neighbour owns all halo planes. Returns the largest `int` if one process has the whole domain.
std::int64_t mostSharedSteps(const OutOfCoreDomain &domain);

/// Returns the reason why the planes are too few for that many processes, or for the requested
/// number of time steps per traversal (pass of all planes). Returns "" if they suffice.
std::string refusalOfShares(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
