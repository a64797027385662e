/// \file Overhead of launches, and the gain of grids that stay in the L2 cache. Together they
/// dominate the time of small grids.
#pragma once

#include "plan/interface/Plan.h"

namespace stencilc::plan {

/// Returns the fraction of the grid's cells, from 0 to 1, that stay in the L2 cache between two
/// passes over the grid. A pass reads and writes `bytes` bytes per cell. Returns 0 if the size of
/// the cache is not known.
double shareInCache(double bytes, const Extents &extents, const Target &target);

/// Returns the mean latency of a load in a pass over the grid, divided by the latency of device
/// memory. It is below 1 if some cells stay in the L2 cache. A pass reads and writes `bytes` bytes
/// per cell.
double latencyNear(double bytes, const Extents &extents, const Target &target);

/// Adds the overhead of a launch on a GPU to the times in `estimate`, which describes a kernel of
/// one time step. `extents` is the size of the grid.
void addLaunch(Estimate &estimate, const Extents &extents);

/// Adds the overhead of a launch to the times in `estimate`, which describes a kernel that fuses
/// `steps` time steps. `extents` is the size of the grid. `facesAlone` is true if tiles at the
/// faces of the grid have blocks of their own, which happens with two axes only. Has no effect on a
/// CPU.
void addFusedLaunch(Estimate &estimate, int steps, bool facesAlone, const Extents &extents,
                    const Target &target);

} // namespace stencilc::plan
