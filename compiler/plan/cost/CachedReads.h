/// \file Traffic of kernels whose threads share cells through the caches only.
#pragma once

#include "plan/cost/CostModel.h"

namespace stencilc::plan {

/// Bytes read and written, load instructions, registers and rows of one cell's update by a kernel
/// whose threads share cells through the caches only.
struct CachedReads {
  Traffic traffic; // bytes read and written, and load instructions
  int words = 0;   // 32-bit registers that hold all values that a cell reads
  int rows = 0;    // rows that a cell reads, each with an address of its own
};

/// Counts the bytes and memory accesses of one cell update by kernel `index`. The block size is
/// that of `kernel`. The first read of a cell counts as memory traffic. Repeated reads, of halo
/// planes and rows around a block, count as L2 traffic.
CachedReads cachedReads(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel);

} // namespace stencilc::plan
