/// \file Rates of copies and kernels, which the planner of an out-of-core run uses.
#pragma once

#include "stencilc/Version.h"
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Time of a launch in seconds as a function of the planes that it writes. A launch has additional
/// costs: for the start and the end of its sweep, and for idle multiprocessors at its end.
class KernelTimes {
public:
  /// Sets a linear model: a plane takes `perPlane` seconds, and a launch costs `extra` additional
  /// planes.
  void assume(double perPlane, double extra);
  /// Adds a measurement. `planes` must be larger than in the previous measurement.
  void measured(double planes, double seconds);
  bool isMeasured() const { return !points.empty(); }

  /// Returns the seconds of a launch on `planes` planes. It interpolates linearly between
  /// measurements and extrapolates from the last two. A single measurement is scaled with the
  /// assumed additional planes.
  double seconds(double planes) const;

private:
  std::vector<std::pair<double, double>> points;
  double slope = 0, more = 0;
};

/// Seconds of trial launches: `settle` before they are timed, until the clock has reached its
/// sustained value, and `measure` for the timed ones.
struct TrialTimes {
  double settle, measure;
};

struct TraversalRates {
  /// Rate of the link to the host in each direction, in bytes per second: while both directions are
  /// used, and while one is.
  double linkBytes = 10e9, linkBytesAlone = linkBytes;
  bool isLinkMeasured = false;
  double peerBytes = 365e9;  // bytes per second to the next device: NVLink (ExchangeModel.h)
  KernelTimes single, fused; // kernel for one step; kernel for fused steps
};

} // namespace stencilc::inline STENCILC_SPACE
