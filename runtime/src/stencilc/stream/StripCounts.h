/// \file Possible numbers of strips, the parts of planes that fit into device memory.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/Strips.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the division of planes into `count` strips, for traversals of at most `depth` steps.
Strips stripsOf(const OutOfCoreDomain &domain, int count, int depth);

/// Returns true if the planner may divide planes into strips without a request by the user.
bool mayHaveStrips(const OutOfCoreDomain &domain);

/// Returns true if the planner should try these strips (parts of planes): their halos have at most
/// as many rows as they own, and these are enough for a domain.
bool isSensible(const Strips &strips, const OutOfCoreDomain &domain);

/// Returns the numbers of strips to try: the requested one, limited by the rows, or 1, 2, 3, 4, 6,
/// 8, 12 and so on.
std::vector<int> stripCounts(const OutOfCoreDomain &domain);

/// Returns the reason why the requested strips are impossible, or "" if they are possible.
std::string refusalOfStrips(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
