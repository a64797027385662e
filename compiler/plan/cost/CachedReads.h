/// \file Memory traffic of kernels whose threads share loaded cells only through the caches.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::plan {

/// Reads and writes of one cell update, in a kernel that uses no shared memory. Threads share
/// loaded cells through the caches only.
struct CachedReads {
  Traffic traffic; // bytes read and written, and number of load instructions
  int words = 0;   // 32-bit registers that hold all cells which the update reads
  int rows = 0;    // number of rows (along x) that the update reads; each needs an address
};

/// Counts bytes, load instructions and rows of one cell update by kernel number `index` of the
/// program. `kernel` gives the size of a block. Each cell is loaded from device memory once. Cells
/// of the halo around a block are loaded by several blocks. They count as L2 traffic in addition.
CachedReads cachedReads(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel);

} // namespace stencilc::plan
