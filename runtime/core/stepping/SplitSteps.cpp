/// \file Finds the sequence of kernel launches with the least predicted time for a number of time
/// steps.
#include "runtime/core/stepping/SplitSteps.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

Splits splitsUpTo(std::int64_t steps, const std::vector<KernelVariant> &variants) {
  Splits splits;
  splits.cost.resize(static_cast<std::size_t>(steps) + 1);
  splits.first.resize(splits.cost.size());
  for (std::size_t n = 1; n < splits.cost.size(); ++n) {
    bool isFound = false;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const auto own = static_cast<std::size_t>(variants[i].steps);
      if (own > n || (isFound && splits.cost[n - own] + variants[i].cost >= splits.cost[n]))
        continue;
      splits.cost[n] = splits.cost[n - own] + variants[i].cost;
      splits.first[n] = i;
      isFound = true;
    }
  }
  return splits;
}

std::vector<std::int64_t> splitSteps(std::int64_t steps,
                                     const std::vector<KernelVariant> &variants) {
  std::vector<std::int64_t> launches(variants.size());
  std::size_t best = 0;
  int deepest = 1;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    deepest = std::max(deepest, variants[i].steps);
    if (variants[i].cost * variants[best].steps < variants[best].cost * variants[i].steps)
      best = i;
  }
  const std::int64_t group = variants[best].steps, others = (group - 1) * deepest;
  if (steps > others) {
    launches[best] = (steps - others) / group;
    steps -= launches[best] * group;
  }
  const Splits splits = splitsUpTo(steps, variants);
  for (auto n = static_cast<std::size_t>(steps); n > 0;) {
    ++launches[splits.first[n]];
    n -= static_cast<std::size_t>(variants[splits.first[n]].steps);
  }
  return launches;
}

double splitCost(std::int64_t steps, const std::vector<KernelVariant> &variants) {
  const std::vector<std::int64_t> launches = splitSteps(steps, variants);
  double cost = 0; // costs of long runs on small grids can exceed 64-bit integers
  for (std::size_t i = 0; i < variants.size(); ++i)
    cost += double(launches[i]) * double(variants[i].cost);
  return cost;
}

} // namespace stencilc::inline STENCILC_SPACE
