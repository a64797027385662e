/// \file How a number of time steps is done by kernels that each do several of them at once.
#pragma once

#include "stencilc/Version.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A kernel as far as a split asks.
struct Rung {
  int steps;         // that it does at once
  std::int64_t cost; // of one launch, in any unit; at least 0
};
/// In that of programs, nanoseconds for 1e9 cells: of a second for one cell.
inline constexpr double kCostOfASecond = 1e18;

/// The best split of every number of steps up to one.
struct Splits {
  std::vector<std::int64_t> cost; // the least, by number of steps
  std::vector<std::size_t> first; // a rung of such a split
};

/// Of equal splits the one with the first of `rungs`, one of which does a single step.
inline Splits splitsUpTo(std::int64_t steps, const std::vector<Rung> &rungs) {
  Splits splits;
  splits.cost.resize(static_cast<std::size_t>(steps) + 1);
  splits.first.resize(splits.cost.size());
  for (std::size_t n = 1; n < splits.cost.size(); ++n) {
    bool isFound = false;
    for (std::size_t i = 0; i < rungs.size(); ++i) {
      const auto own = static_cast<std::size_t>(rungs[i].steps);
      if (own > n || (isFound && splits.cost[n - own] + rungs[i].cost >= splits.cost[n]))
        continue;
      splits.cost[n] = splits.cost[n - own] + rungs[i].cost;
      splits.first[n] = i;
      isFound = true;
    }
  }
  return splits;
}

/// How often each of `rungs` is launched, in their order, so that together they do `steps` time
/// steps at the least cost.
///
/// Beyond a number of steps all are done by the rung with the least cost per step, of `s` steps:
/// among `s` launches of others there are always some whose steps together are a multiple of `s`
/// (of the sums of the first, the first two ... two leave the same rest), and that rung does these
/// at no more cost.
inline std::vector<std::int64_t> splitSteps(std::int64_t steps, const std::vector<Rung> &rungs) {
  std::vector<std::int64_t> launches(rungs.size());
  std::size_t best = 0;
  int deepest = 1;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    deepest = std::max(deepest, rungs[i].steps);
    if (rungs[i].cost * rungs[best].steps < rungs[best].cost * rungs[i].steps)
      best = i;
  }
  const std::int64_t group = rungs[best].steps, others = (group - 1) * deepest;
  if (steps > others) {
    launches[best] = (steps - others) / group;
    steps -= launches[best] * group;
  }
  const Splits splits = splitsUpTo(steps, rungs);
  for (auto n = static_cast<std::size_t>(steps); n > 0;) {
    ++launches[splits.first[n]];
    n -= static_cast<std::size_t>(rungs[splits.first[n]].steps);
  }
  return launches;
}

/// The cost of such a split.
inline std::int64_t splitCost(std::int64_t steps, const std::vector<Rung> &rungs) {
  const std::vector<std::int64_t> launches = splitSteps(steps, rungs);
  std::int64_t cost = 0;
  for (std::size_t i = 0; i < rungs.size(); ++i)
    cost += launches[i] * rungs[i].cost;
  return cost;
}

} // namespace stencilc::inline STENCILC_SPACE
