/// \file Overhead of launches, as measured on an H200 with ten programs on grids of 256 to 4096
/// squared and 32 to 256 cubed (bench/log/reasons/2026-11-29-small-grids.md).
#include "plan/cost/LaunchCost.h"
#include "plan/cost/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Overheads of a launch that computes one time step, in seconds. kLaunch is the time between two
/// kernels. kTail is lost while the last blocks run, if memory is the bound. kLeastSweep is the
/// least time of a kernel whose threads go from plane to plane.
static constexpr double kLaunch = 1.2e-6, kTail = 4e-6, kLeastSweep = 3.2e-6;
/// Overheads of a launch that fuses time steps, in seconds. kFusedLaunch counts once,
/// kFusedLaunchOfStep for each time step, because a pipeline of time steps fills. kFusedTail is
/// lost while the last blocks run. kFacesAlone is added once if tiles at faces have blocks of their
/// own.
static constexpr double kFusedLaunch = 3e-6, kFusedLaunchOfStep = 1e-6, kFusedTail = 7e-6,
                        kFacesAlone = 7e-6;

/// Properties of the L2 cache. kAllStay is the fraction of its size up to which all cells stay in
/// it. kCacheRate and kCacheLatency are its bandwidth and its latency, relative to device memory.
static constexpr double kAllStay = 0.6, kCacheRate = 1.45, kCacheLatency = 0.4;

/// Size of a grid, in cells, above which no launch overhead is added. The constants of the cost
/// model were measured on such grids and already contain it. Smaller grids get a part of the
/// overhead.
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

Target nearTarget(double bytes, const Extents &extents, const Target &target) {
  const double faster = 1 + (kCacheRate - 1) * shareInCache(bytes, extents, target);
  Target near = target;
  near.copyBandwidth *= faster;
  near.shares.filling.latency /= faster; // the same number of bytes is in flight
  return near;
}

static void add(Estimate &estimate, double seconds, const Extents &extents, const Target &target) {
  if (target.kind != TargetKind::Cuda)
    return;
  const double cells = cellsOf(extents), notFitted = std::max(0.0, 1 - cells / kFittedCells);
  estimate.launch = kPerEstimate * seconds * notFitted / cells;
  estimate.seconds += estimate.launch;
}

void addLaunch(Estimate &estimate, bool sweeps, const Extents &extents, const Target &target) {
  const double least =
      sweeps ? kLeastSweep - estimate.seconds * cellsOf(extents) / kPerEstimate : 0;
  const double tail = kTail * (1 - shareInCache(estimate.memoryBytes, extents, target));
  add(estimate, std::max(kLaunch + tail, least), extents, target);
}

void addFusedLaunch(Estimate &estimate, int steps, bool facesAlone, const Extents &extents,
                    const Target &target) {
  const double tail =
      kFusedTail * (1 - shareInCache(estimate.memoryBytes * steps, extents, target));
  const double once = kFusedLaunch + tail + (facesAlone ? kFacesAlone : 0);
  add(estimate, once / steps + kFusedLaunchOfStep, extents, target);
}

} // namespace stencilc::plan
