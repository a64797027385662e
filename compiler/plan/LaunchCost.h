/// \file What a launch takes beside its cells, and what a grid gains that the L2 cache holds: most
/// of the time of a small grid.
#pragma once

#include "plan/Plan.h"

namespace stencilc::plan {

/// The share of all cells that stay in the L2 cache of the device from one pass over them to the
/// next, which reads and writes `bytes` a cell.
double shareInCache(double bytes, const Extents &extents, const Target &target);

/// How long a block of such a pass waits for a request, of how long it waits for memory.
double latencyNear(double bytes, const Extents &extents, const Target &target);

/// `target` as such a pass finds it that reads through the caches.
Target nearTarget(double bytes, const Extents &extents, const Target &target);

/// Adds to `estimate`, that of a kernel of one step, what a launch takes. `sweeps`: threads go from
/// plane to plane.
void addLaunch(Estimate &estimate, bool sweeps, const Extents &extents, const Target &target);

/// Adds to `estimate`, that of a kernel of several steps at once, what a launch takes.
/// `facesAlone`: with two axes tiles at faces have blocks of their own.
void addFusedLaunch(Estimate &estimate, int steps, bool facesAlone, const Extents &extents,
                    const Target &target);

} // namespace stencilc::plan
