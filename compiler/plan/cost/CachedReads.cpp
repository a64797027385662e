/// \file Memory traffic of kernels whose threads share loaded cells only through the caches.
#include "plan/cost/CachedReads.h"
#include "plan/cost/Column.h"
#include <algorithm>
#include <map>

namespace stencilc::plan {

CachedReads cachedReads(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel) {
  std::map<analysis::FieldLevel, std::pair<Reach, int>> fieldLevels; // reach, bytes
  CachedReads reads;
  for (const Column &column : columnsOf(facts, facts.dependence.kernels[index])) {
    auto &[reach, bytes] = fieldLevels[column.fieldLevel];
    bytes = column.bytes;
    reach.include(Offset{{0, column.row, column.first}});
    reach.include(Offset{{0, column.row, column.last}});
    reads.rows += column.planes();
    for (const Row &row : column.rows) {
      const int loads = 1 + row.low + row.high;
      reads.words += loads * column.bytes / 4;
      reads.traffic.instructions += loads;
      reads.traffic.loadBytes += double(loads) * column.bytes;
    }
  }
  const int rank = facts.program.rank();
  for (const auto &[fieldLevel, read] : fieldLevels) {
    const auto &[reach, bytes] = read;
    // With two axes, the planes of a column are rows of the block.
    const int depth = rank == 3 ? kernel.block[2] : kernel.block[1];
    double again = double(reach.low[2] + reach.high[2]) / std::max(1, depth);
    if (rank == 3)
      again += double(reach.low[1] + reach.high[1]) / std::max(1, kernel.block[1]);
    reads.traffic.memoryBytes += bytes;
    reads.traffic.cacheBytes += again * bytes;
  }
  reads.traffic.memoryBytes += bytesWritten(facts, index);
  return reads;
}

} // namespace stencilc::plan
