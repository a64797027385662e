/// \file Into how many strips a domain may be cut.
#pragma once

#include "stencilc/stream/OutOfCoreDomain.h"
#include "stencilc/stream/Strips.h"

namespace stencilc::inline STENCILC_SPACE {

/// The domain in `count` strips, for traversals of up to `depth` steps.
Strips stripsOf(const OutOfCoreDomain &domain, int count, int depth);

/// Whether a domain may be cut at all, unasked.
bool mayHaveStrips(const OutOfCoreDomain &domain);

/// Whether strips are worth a thought that were not asked for: no more rows in halos than owned,
/// and owned rows that would be a domain of their own.
bool isSensible(const Strips &strips, const OutOfCoreDomain &domain);

/// Counts to choose from: as asked for, as far as there are rows; or 1, 2, 3, 4, 6, 8, 12 and so
/// on.
std::vector<int> stripCounts(const OutOfCoreDomain &domain);

/// Why the domain cannot be cut into the strips that were asked for; empty if it can.
std::string refusalOfStrips(const OutOfCoreDomain &domain);

} // namespace stencilc::inline STENCILC_SPACE
