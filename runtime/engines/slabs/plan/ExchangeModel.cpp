/// \file Predicts the time of a launch on a slab and of the exchange of planes with neighbours.
#include "runtime/engines/slabs/plan/ExchangeModel.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

static double exchangeOf(const SlabCosts &costs, const ExchangeLink &link) {
  return costs.sides == 0 ? 0 : link.latency + costs.sides * costs.sideBytes / link.bytesPerSecond;
}

double secondsBefore(const SlabCosts &costs, int launches, double reach) {
  const double pairs = 0.5 * launches * (launches - 1);
  return (launches - 1) * costs.launch + costs.sides * reach * pairs * costs.plane;
}

double secondsAfter(const SlabCosts &costs, const ExchangeLink &link) {
  return costs.launch + exchangeOf(costs, link);
}

/// Returns the seconds of the two launches on the ends of a slab, which run at the same time. The
/// halo has `costs.halo` planes on a side. Each end has as many planes as the halo, and its sweep
/// reads twice as many in addition.
static double endsOf(const SlabCosts &costs, const ExchangeLink &link) {
  const double swept = 3.0 * costs.halo;
  return std::max(costs.sides * swept * costs.plane, swept * link.secondsOfAPlane);
}

/// Returns the seconds from one launch to the next if the ends of a slab have launches of their
/// own. The exchange overlaps with the launch on the planes between the ends.
double secondsEnds(const SlabCosts &costs, const ExchangeLink &link) {
  if (costs.sides == 0)
    return costs.launch;
  const double inEnds = std::min(1.0, double(costs.sides) * costs.halo / costs.own);
  const double rest = costs.launch * (1 - inEnds);
  return endsOf(costs, link) + std::max(rest, exchangeOf(costs, link)) + link.beside +
         link.betweenEnds;
}

/// Returns the seconds from one launch to the next if each launch computes the ends of a slab
/// first. Multiprocessors that the ends do not need compute other planes. Such a launch takes
/// longer than a usual one, because sweeps of the ends load some planes twice. The time of a
/// memory-bound launch is multiplied by `link.unordered`.
double secondsOrdered(const SlabCosts &costs, const ExchangeLink &link) {
  if (costs.sides == 0)
    return costs.launch;
  const double more = 2.0 * costs.halo * costs.sides * costs.plane;
  const double launch = costs.launch * (costs.isSingle ? link.unordered : 1);
  return std::max(launch + more, endsOf(costs, link) + exchangeOf(costs, link)) + link.beside;
}

double secondsOf(SlabExchange exchange, const SlabCosts &costs, const ExchangeLink &link) {
  return exchange == SlabExchange::After  ? secondsAfter(costs, link)
         : exchange == SlabExchange::Ends ? secondsEnds(costs, link)
                                          : secondsOrdered(costs, link);
}

SlabExchange shortestExchange(const SlabCosts &costs, const ExchangeLink &link, bool canOrder) {
  SlabExchange best = SlabExchange::After;
  for (const SlabExchange other : {SlabExchange::Ends, SlabExchange::Ordered})
    if ((other != SlabExchange::Ordered || canOrder) &&
        secondsOf(other, costs, link) < secondsOf(best, costs, link))
      best = other;
  return best;
}

} // namespace stencilc::inline STENCILC_SPACE
