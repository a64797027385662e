/// \file Finds the sequence of kernel launches with the least predicted time for a number of time
/// steps.
#include "runtime/core/stepping/SplitSteps.h"
#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {

double KernelVariant::costOf(std::int64_t count) const {
  const double perStep = steps > fewest ? double(cost - costOfFewest) / (steps - fewest) : 0;
  const auto launches = double(launchesOf(count));
  return launches * double(costOfFewest) + (double(count) - launches * fewest) * perStep;
}

void KernelVariant::setCost(int count, double measured) {
  const double factor = fewest ? measured / std::max(1.0, costOf(count)) : 0;
  cost = std::max<std::int64_t>(1, std::llround(fewest ? factor * double(cost) : measured));
  costOfFewest = std::llround(factor * double(costOfFewest));
}

/// Returns the index of the cheapest variant with `fewest` > 0 that computes all `steps` time steps
/// for less than `least`, and lowers `least` to its cost. Returns nullopt, and keeps `least`, if
/// there is none.
static std::optional<std::size_t>
cheaperAlone(std::int64_t steps, const std::vector<KernelVariant> &variants, double &least) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (!variants[i].fewest || steps < variants[i].fewest)
      continue;
    if (const double cost = variants[i].costOf(steps); cost < least) {
      best = i;
      least = cost;
    }
  }
  return best;
}

/// Returns the result of splitsUpTo() if only variants with `fewest` == 0 may be used.
static Splits exactSplits(std::int64_t steps, const std::vector<KernelVariant> &variants) {
  Splits splits;
  splits.cost.resize(static_cast<std::size_t>(steps) + 1);
  splits.first.resize(splits.cost.size());
  for (std::size_t n = 1; n < splits.cost.size(); ++n) {
    bool isFound = false;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const auto own = static_cast<std::size_t>(variants[i].steps);
      if (variants[i].fewest || own > n ||
          (isFound && splits.cost[n - own] + variants[i].cost >= splits.cost[n]))
        continue;
      splits.cost[n] = splits.cost[n - own] + variants[i].cost;
      splits.first[n] = i;
      isFound = true;
    }
  }
  return splits;
}

Splits splitsUpTo(std::int64_t steps, const std::vector<KernelVariant> &variants) {
  Splits splits = exactSplits(steps, variants);
  for (std::size_t n = 1; n < splits.cost.size(); ++n) {
    auto cost = double(splits.cost[n]);
    if (const auto alone = cheaperAlone(static_cast<std::int64_t>(n), variants, cost)) {
      splits.cost[n] = std::llround(cost);
      splits.first[n] = *alone;
    }
  }
  return splits;
}

/// Returns the sum of the costs of `launches`, the numbers of launches of each of `variants`.
static double costOfLaunches(const std::vector<std::int64_t> &launches,
                             const std::vector<KernelVariant> &variants) {
  double cost = 0; // costs of long runs on small grids can exceed 64-bit integers
  for (std::size_t i = 0; i < variants.size(); ++i)
    cost += double(launches[i]) * double(variants[i].cost);
  return cost;
}

/// Returns the result of splitSteps() if only variants with `fewest` == 0 may be used.
static std::vector<std::int64_t> splitExactly(std::int64_t steps,
                                              const std::vector<KernelVariant> &variants) {
  std::vector<std::int64_t> launches(variants.size());
  std::size_t best = variants.size();
  int deepest = 1;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (variants[i].fewest)
      continue;
    deepest = std::max(deepest, variants[i].steps);
    if (best == variants.size() ||
        variants[i].cost * variants[best].steps < variants[best].cost * variants[i].steps)
      best = i;
  }
  const std::int64_t group = variants[best].steps, others = (group - 1) * deepest;
  if (steps > others) {
    launches[best] = (steps - others) / group;
    steps -= launches[best] * group;
  }
  const Splits splits = exactSplits(steps, variants);
  for (auto n = static_cast<std::size_t>(steps); n > 0;) {
    ++launches[splits.first[n]];
    n -= static_cast<std::size_t>(variants[splits.first[n]].steps);
  }
  return launches;
}

std::vector<std::int64_t> splitSteps(std::int64_t steps,
                                     const std::vector<KernelVariant> &variants) {
  std::vector<std::int64_t> launches = splitExactly(steps, variants);
  double least = costOfLaunches(launches, variants);
  if (const auto alone = cheaperAlone(steps, variants, least)) {
    launches.assign(variants.size(), 0);
    launches[*alone] = variants[*alone].launchesOf(steps);
  }
  return launches;
}

double splitCost(std::int64_t steps, const std::vector<KernelVariant> &variants) {
  double least = costOfLaunches(splitExactly(steps, variants), variants);
  cheaperAlone(steps, variants, least);
  return least;
}

} // namespace stencilc::inline STENCILC_SPACE
