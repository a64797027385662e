/// \file Overhead of launches, and the gain of small grids that stay in the L2 cache, as measured
/// on an H200 (bench/log/reasons/2026-11-29-small-grids.md, bench/log/planner).
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Overhead in seconds of a launch that computes one time step: the time between two kernels.
static constexpr double kLaunch = 1.9e-6;
/// Overheads in seconds of a launch that fuses time steps. kFusedLaunch is added once for the
/// launch, and kFusedLaunchOfStep for each time step, because a pipeline of steps must fill.
/// kFusedTail is lost while the last blocks run. kFacesAlone is added if tiles at the faces of the
/// grid have blocks of their own.
static constexpr double kFusedLaunch = 3e-6, kFusedLaunchOfStep = 1e-6, kFusedTail = 7e-6,
                        kFacesAlone = 7e-6;

/// Properties of the L2 cache. All cells stay in it if they fill at most the fraction kAllStay of
/// its size. kCacheLatency is its latency divided by that of device memory.
static constexpr double kAllStay = 0.6, kCacheLatency = 0.27;

/// Number of cells of a grid above which a launch of fused steps adds no overhead. The cost model
/// was fitted to such grids, so that its times contain the overhead. On a smaller grid, the added
/// fraction of the overhead grows as the number of cells falls.
static constexpr double kFittedCells = 1 << 27;

static constexpr double kPerEstimate = 1e9; // cell updates

double shareInCache(double bytes, const Extents &extents, const Target &target) {
  if (target.deviceCacheBytes <= 0)
    return 0;
  const double filled = bytes * cellsOf(extents) / target.deviceCacheBytes;
  return std::clamp((1 - filled) / (1 - kAllStay), 0.0, 1.0);
}

double latencyNear(double bytes, const Extents &extents, const Target &target) {
  return 1 - (1 - kCacheLatency) * shareInCache(bytes, extents, target);
}

void addLaunch(Estimate &estimate, const Extents &extents) {
  estimate.launch = kPerEstimate * kLaunch / cellsOf(extents);
  estimate.seconds += estimate.launch;
}

void addFusedLaunch(Estimate &estimate, int steps, bool facesAlone, const Extents &extents,
                    const Target &target) {
  if (target.kind != TargetKind::Cuda)
    return;
  const double tail =
      kFusedTail * (1 - shareInCache(estimate.memoryBytes * steps, extents, target));
  const double once = kFusedLaunch + tail + (facesAlone ? kFacesAlone : 0);
  const double cells = cellsOf(extents), notFitted = std::max(0.0, 1 - cells / kFittedCells);
  estimate.launch = kPerEstimate * (once / steps + kFusedLaunchOfStep) * notFitted / cells;
  estimate.seconds += estimate.launch;
}

} // namespace stencilc::plan
