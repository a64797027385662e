/// \file Overhead of launches, and the gain of grids that stay in the L2 cache. Together they
/// dominate the time of small grids.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the fraction of all cells, 0 to 1, that stay in the L2 cache of the device from one pass
/// over the grid to the next. A pass reads and writes `bytes` bytes per cell.
double shareInCache(double bytes, const Extents &extents, const Target &target);

/// Returns the latency of a block's memory requests in a pass over the grid, relative to that of
/// device memory. It is below 1 if cells stay in the L2 cache. The pass reads and writes `bytes`
/// bytes per cell.
double latencyNear(double bytes, const Extents &extents, const Target &target);

/// Adds the overhead of a launch on a GPU to `estimate`, the estimate of a kernel of one time step.
void addLaunch(Estimate &estimate, const Extents &extents);

/// Adds the overhead of a launch to `estimate`, the estimate of a kernel that fuses `steps` time
/// steps. `facesAlone` is true if, with two axes, the tiles at faces have blocks of their own.
void addFusedLaunch(Estimate &estimate, int steps, bool facesAlone, const Extents &extents,
                    const Target &target);

} // namespace stencilc::plan
