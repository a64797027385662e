/// \file Overhead of launches, and the gain of grids that stay in the L2 cache, as measured on an
/// H200 (bench/log/reasons/2026-11-29-small-grids.md, bench/log/planner).
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Overhead of a launch that computes one time step, in seconds: the time between two kernels.
static constexpr double kLaunch = 1.9e-6;
/// Overheads of a launch that fuses time steps, in seconds. kFusedLaunch counts once,
/// kFusedLaunchOfStep for each time step, because a pipeline of time steps fills. kFusedTail is
/// lost while the last blocks run. kFacesAlone is added once if tiles at faces have blocks of their
/// own.
static constexpr double kFusedLaunch = 3e-6, kFusedLaunchOfStep = 1e-6, kFusedTail = 7e-6,
                        kFacesAlone = 7e-6;

/// Properties of the L2 cache. kAllStay is the fraction of its size up to which all cells stay in
/// it. kCacheLatency is its latency, relative to device memory.
static constexpr double kAllStay = 0.6, kCacheLatency = 0.27;

/// Size of a grid, in cells, above which no overhead of launches with fused steps is added. The
/// constants of the cost model were measured on such grids and already contain it. Smaller grids
/// get a part of the overhead.
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
