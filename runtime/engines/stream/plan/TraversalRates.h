/// \file Rates of copies and kernels, from which the planner of an out-of-core run predicts times.
#pragma once

#include "stencilc/Version.h"
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Seconds of a launch as a function of the number of planes that it writes. The time includes
/// costs that do not depend on that number: the start and the end of the sweep over the planes, and
/// idle multiprocessors at its end.
class KernelTimes {
public:
  /// Sets a linear model of the time of a launch: each plane takes `perPlane` seconds, and the
  /// launch takes the time of `extra` planes in addition.
  void assume(double perPlane, double extra);
  /// Adds a measurement of a launch that writes `planes` planes, more than in the previous
  /// measurement.
  void measured(double planes, double seconds);
  bool isMeasured() const { return !points.empty(); }

  /// Returns the seconds of a launch that writes `planes` planes. Interpolates linearly between
  /// measurements and extrapolates from the last two. Without measurements, uses the linear model
  /// of assume(). A single measurement is scaled by that model.
  double seconds(double planes) const;

private:
  std::vector<std::pair<double, double>> points;
  double slope = 0, more = 0;
};

/// Durations of trial launches in seconds: `settle` without timing, until the clock of the device
/// is constant, then `measure` with timing.
struct TrialTimes {
  double settle, measure;
};

struct TraversalRates {
  /// Rate of copies between host and device in bytes per second: in each direction while both are
  /// used, and in one direction alone.
  double linkBytes = 10e9, linkBytesAlone = linkBytes;
  bool isLinkMeasured = false;
  double peerBytes = 365e9;  // bytes per second to the next device: NVLink (ExchangeModel.h)
  KernelTimes single, fused; // kernel for one step; kernel for fused steps
};

} // namespace stencilc::inline STENCILC_SPACE
