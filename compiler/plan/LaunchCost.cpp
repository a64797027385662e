/// \file Numbers of launches on an H200, of ten programs on 256 to 4096 squared and 32 to 256 cubed
/// (bench/log/2026-11-29-small-grids.md).
#include "plan/LaunchCost.h"
#include "plan/LaunchGrid.h"
#include <algorithm>

namespace stencilc::plan {

/// Seconds from the end of one kernel until the next one does what estimates are of; those in which
/// the last blocks of one end while memory binds; and the least of one whose threads go from plane
/// to plane.
static constexpr double kLaunch = 1.2e-6, kTail = 4e-6, kLeastSweep = 3.2e-6;
/// Seconds of kernels by several steps at once, whose pipelines fill step by step; and those that
/// blocks at faces take longer than all others.
static constexpr double kFusedLaunch = 3e-6, kFusedLaunchOfStep = 1e-6, kFusedTail = 7e-6,
                        kFacesAlone = 7e-6;

/// The share of the L2 cache up to which all cells stay there, how much faster than memory it
/// delivers, and how long a block waits for it, of how long it waits for memory.
static constexpr double kAllStay = 0.6, kCacheRate = 1.45, kCacheLatency = 0.4;

/// Cells of grids to which the shares of estimates were fitted: there these have all of it.
static constexpr double kFittedCells = 1 << 27;

static constexpr double kPerEstimate = 1e9; // updates

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
  near.shares.filling.latency /= faster; // as many bytes are under way
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
