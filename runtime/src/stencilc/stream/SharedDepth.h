/// \file The largest temporal degree of a traversal if processes share the domain.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the largest number of steps in a traversal for which each neighbour owns all halo
/// planes. It is a very large number if the domain is not shared.
std::int64_t mostSharedSteps(const OutOfCoreDomain &domain);

/// Returns the reason why processes cannot share the domain, or not with the requested temporal
/// degree. Returns "" if they can.
std::string refusalOfShares(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
