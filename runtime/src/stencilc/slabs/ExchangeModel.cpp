/// \file Seconds of a launch with its exchange.
#include "stencilc/slabs/ExchangeModel.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

static double exchangeOf(const SlabCosts &costs, const ExchangeLink &link) {
  return costs.sides == 0 ? 0 : link.latency + costs.sides * costs.sideBytes / link.bytesPerSecond;
}

double secondsAfter(const SlabCosts &costs, const ExchangeLink &link) {
  return costs.launch + exchangeOf(costs, link);
}

/// The ends, of as many planes as are sent, sweep two halos more each; both run at a time. The
/// exchange then runs beside the rest.
double secondsEnds(const SlabCosts &costs, const ExchangeLink &link) {
  if (costs.sides == 0)
    return costs.launch;
  const double swept = 3.0 * costs.halo;
  const double ends = std::max(costs.sides * swept * costs.plane, swept * link.secondsOfAPlane);
  const double inEnds = std::min(1.0, double(costs.sides) * costs.halo / costs.own);
  const double rest = costs.launch * (1 - inEnds);
  return ends + std::max(rest, exchangeOf(costs, link));
}

} // namespace stencilc::inline STENCILC_SPACE
