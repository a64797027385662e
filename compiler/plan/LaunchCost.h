/// \file What a launch takes beside its cells, and what a grid gains that the L2 cache holds: most
/// of the time of a small grid.
#pragma once

#include "plan/Plan.h"

namespace stencilc::plan {

/// The share of all cells, of which a step reads and writes `bytes` an update, that stay in the L2
/// cache of the device from step to step.
double shareInCache(double bytes, const Extents &extents, const Target &target);

/// `target` as kernels of one step find it that read and write `bytes` an update, through caches.
Target nearTarget(double bytes, const Extents &extents, const Target &target);

/// Adds what a launch of a kernel of one step takes, `bytes` an update, to its time. `sweeps`:
/// threads go from plane to plane.
void addLaunch(Estimate &estimate, double bytes, bool sweeps, const Extents &extents,
               const Target &target);

/// Adds what a launch of a kernel of several steps at once takes, which read and write `bytes` an
/// update, all of them together. `facesAlone`: with two axes tiles at faces have blocks of their
/// own.
void addFusedLaunch(Estimate &estimate, int steps, double bytes, bool facesAlone,
                    const Extents &extents, const Target &target);

} // namespace stencilc::plan
