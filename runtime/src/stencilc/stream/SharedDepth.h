/// \file How many steps a traversal may have where processes share the domain.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Steps of a traversal whose halos each neighbour can fill from planes of its own; many where the
/// domain is not shared.
std::int64_t mostSharedSteps(const OutOfCoreDomain &domain);

/// Why processes cannot share the domain, or not with the depth that was asked for; empty if they
/// can.
std::string refusalOfShares(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
