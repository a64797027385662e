/// \file How fast copies and kernels are: what the planner of a streamed run counts with.
#pragma once

#include "stencilc/Version.h"
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Seconds of a launch by the planes it writes. Beside its planes a launch costs what kernels run
/// in and out with, and what multiprocessors wait at its end.
class KernelTimes {
public:
  /// A plane takes `perPlane` seconds, and a launch as long as `extra` planes more.
  void assume(double perPlane, double extra);
  /// As measured for more planes than before.
  void measured(double planes, double seconds);
  bool isMeasured() const { return !points.empty(); }

  /// Between what was measured on a straight line, and beyond it on the last one; a single
  /// measurement stands for planes and as many more as were assumed.
  double seconds(double planes) const;

private:
  std::vector<std::pair<double, double>> points;
  double slope = 0, more = 0;
};

/// Seconds of launches of a height: before their time counts, so that the clock settles at what the
/// chip can bear for long, and after that.
struct TrialTimes {
  double settle, measure;
};

struct TraversalRates {
  /// Bytes a second: each way while both are used, and while one is.
  double linkBytes = 10e9, linkBytesAlone = linkBytes;
  bool isLinkMeasured = false;
  double peerBytes = 365e9;  // from one device to the next: NV18 (ExchangeModel.h)
  KernelTimes single, fused; // a kernel of one step; fused steps
};

} // namespace stencilc::inline STENCILC_SPACE
