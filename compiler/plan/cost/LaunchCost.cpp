/// \file Overhead of launches, and the gain of small grids that stay in the L2 cache, as measured
/// on an H200 (bench/log/reasons/2026-11-29-small-grids.md, bench/log/planner).
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Seconds between the end of a kernel and the start of the next one, the overhead of a launch that
/// computes one time step.
static constexpr double kLaunch = 1.9e-6;
/// Overheads in seconds of a launch that fuses time steps. kFusedLaunch is added once per launch.
/// kFusedLaunchOfStep is added for each fused time step, because the pipeline of steps must fill.
/// kFusedTail is added for the time in which only the last blocks run. kFacesAlone is added if
/// tiles at the faces of the grid are computed by separate blocks.
static constexpr double kFusedLaunch = 3e-6, kFusedLaunchOfStep = 1e-6, kFusedTail = 7e-6,
                        kFacesAlone = 7e-6;

/// Properties of the L2 cache. If the cells of a grid fill at most the fraction kAllStay of the
/// cache, all of them stay in it. kCacheLatency is the latency of L2 divided by that of device
/// memory.
static constexpr double kAllStay = 0.6, kCacheLatency = 0.27;

/// Number of cells of the grids to which the cost model was fitted. Predicted times for grids of
/// this size already contain the overhead of a launch of fused steps, so that none is added. On a
/// smaller grid of n cells, the fraction 1 - n / kFittedCells of the overhead is added.
static constexpr double kFittedCells = 1 << 27;

static constexpr double kPerEstimate = 1e9; // cell updates to which predicted times refer

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
