/// \file How fast copies and kernels are: what the planner of a streamed run counts with.
#pragma once

#include "stencilc/Platform.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Seconds of a launch by the planes it writes. Beside its planes a launch costs what kernels run
/// in and out with, and what multiprocessors wait at its end.
class KernelTimes {
public:
  /// A plane takes `perPlane` seconds, and a launch as long as `extra` planes more.
  void assume(double perPlane, double extra) {
    points.clear();
    slope = perPlane;
    more = extra;
  }
  /// As measured for more planes than before.
  void measured(double planes, double seconds) {
    // A launch of more planes takes no less time.
    points.emplace_back(planes, points.empty() ? seconds : std::max(seconds, points.back().second));
  }
  bool isMeasured() const { return !points.empty(); }

  /// Between what was measured on a straight line, and beyond it on the last one; a single
  /// measurement stands for planes and as many more as were assumed.
  double seconds(double planes) const {
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

private:
  std::vector<std::pair<double, double>> points;
  double slope = 0, more = 0;
};

/// Seconds of launches of a height: before their time counts, so that the clock settles at what the
/// chip can bear for long, and after that.
struct TrialTimes {
  double settle, measure;
};

struct StreamRates {
  /// Bytes a second: each way while both are used, and while one is.
  double linkBytes = 10e9, linkBytesAlone = linkBytes;
  bool isLinkMeasured = false;
  KernelTimes single, fused; // a pass of one step; fused steps
};

} // namespace stencilc::inline STENCILC_SPACE
