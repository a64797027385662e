/// \file Overhead of launches, and the gain of grids that stay in the L2 cache. Together they
/// dominate the time of small grids.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the fraction (0 to 1) of the grid's cells that stay in the L2 cache from one pass over
/// the grid to the next. `bytes` is the number of bytes that a pass reads and writes per cell, and
/// `extents` the size of the grid. Returns 0 if the size of the cache is not known.
double shareInCache(double bytes, const Extents &extents, const Target &target);

/// Returns the mean latency of a load in a pass over the grid, divided by the latency of device
/// memory. It is below 1 if some cells stay in the L2 cache. `bytes` is the number of bytes that a
/// pass reads and writes per cell, and `extents` the size of the grid.
double latencyNear(double bytes, const Extents &extents, const Target &target);

/// Adds the overhead of a launch to `estimate.seconds`, and sets `estimate.launch` to it.
/// `estimate` is that of a GPU kernel that computes one time step. `extents` is the size of the
/// grid.
void addLaunch(Estimate &estimate, const Extents &extents);

/// Adds the overhead of a launch to `estimate.seconds`, and sets `estimate.launch` to it.
/// `estimate` is that of a GPU kernel that fuses `steps` time steps. `extents` is the size of the
/// grid. `facesAlone` is true if tiles at the faces of the grid are computed by separate blocks
/// (with two axes only). Has no effect on a CPU.
void addFusedLaunch(Estimate &estimate, int steps, bool facesAlone, const Extents &extents,
                    const Target &target);

} // namespace stencilc::plan
