/// \file Chooses possible numbers of strips. A strip is a range of rows of every plane, for domains
/// whose whole planes are too large for device memory.
#pragma once

#include "runtime/engines/stream/plan/OutOfCoreDomain.h"
#include "runtime/engines/stream/plan/Strips.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the division of planes into `count` strips (ranges of rows of every plane), which pass
/// through the device one after the other. Each pass computes at most `depth` time steps.
Strips stripsOf(const OutOfCoreDomain &domain, int count, int depth);

/// Returns true if the planner may divide planes into strips (ranges of rows of every plane)
/// without a request by the user.
bool mayHaveStrips(const OutOfCoreDomain &domain);

/// Returns true if the planner should try these strips (some rows of all planes each). Each must
/// have at least as many rows of its own as halo rows on both sides together, and at least as many
/// as a whole domain must have. A single strip is always tried.
bool isSensible(const Strips &strips, const OutOfCoreDomain &domain);

/// Returns the numbers of strips (ranges of rows of every plane) to try: the one that the user
/// requests, or fewer if strips would have too few rows. Without a request, returns 1, 2, 3, 4, 6,
/// 8, 12 and so on.
std::vector<int> stripCounts(const OutOfCoreDomain &domain);

/// Returns the reason why the number of strips (ranges of rows of every plane) that the user
/// requests is impossible, or "" if it is possible.
std::string refusalOfStrips(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
