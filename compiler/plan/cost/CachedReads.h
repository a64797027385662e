/// \file Memory traffic of kernels whose threads share loaded cells only through the caches.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::plan {

/// Counts of one cell update by a kernel whose threads share loaded cells only through the caches,
/// not through shared memory.
struct CachedReads {
  Traffic traffic; // bytes read and written, and number of load instructions
  int words = 0;   // 32-bit registers that hold all values which the update reads
  int rows = 0;    // rows that the update reads, each with an address of its own
};

/// Counts the bytes and memory accesses of one cell update. `index` is the number of the kernel in
/// the program, and `kernel` gives the size of a block. Each cell counts once as traffic with
/// device memory. Cells of the halo around a block, which several blocks read, also count as L2
/// traffic.
CachedReads cachedReads(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel);

} // namespace stencilc::plan
