/// \file Interpolates the time of a kernel launch between measured times.
#include "runtime/engines/stream/plan/TraversalRates.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

void KernelTimes::assume(double perPlane, double extra) {
  points.clear();
  slope = perPlane;
  more = extra;
}

void KernelTimes::measured(double planes, double seconds) {
  // A launch on more planes cannot be faster.
  points.emplace_back(planes, points.empty() ? seconds : std::max(seconds, points.back().second));
}

double KernelTimes::seconds(double planes) const {
  if (planes <= 0)
    return 0;
  if (points.empty())
    return (planes + more) * slope;
  if (points.size() == 1)
    return points[0].second * (planes + more) / (points[0].first + more);
  std::size_t i = 1;
  while (i + 1 < points.size() && planes > points[i].first)
    ++i;
  const auto [low, from] = points[i - 1];
  const auto [high, to] = points[i];
  const double here = from + (planes - low) * (to - from) / (high - low);
  return std::max(here, points[0].second * std::min(1.0, planes / points[0].first));
}

} // namespace stencilc::inline STENCILC_SPACE
