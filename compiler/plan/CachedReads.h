/// \file What a kernel reads that leaves all sharing of cells to the caches.
#pragma once

#include "plan/CostModel.h"

namespace stencilc::plan {

struct CachedReads {
  Traffic traffic; // bytes, written ones too, and loads
  int words = 0;   // registers that hold all values that a cell reads
  int rows = 0;    // addresses that are not those of a row already had
};

/// What a cell of kernel `index` moves, updated by blocks as `kernel` has them. Per field level a
/// block reads (planes - 1) / depth more planes than it updates, and the rows beyond its edge; the
/// first fetch of a cell is memory traffic, all others are L2's.
CachedReads cachedReads(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel);

} // namespace stencilc::plan
