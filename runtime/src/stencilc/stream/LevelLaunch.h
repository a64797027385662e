/// \file Launches and reductions of an out-of-core run, on a chunk of planes in ring buffers.
#pragma once

#include "stencilc/KernelHandles.h"
#include "stencilc/Scalars.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/ReducedPlanes.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the launch of `task` on `rows` rows of each plane. `before` is the number of steps done
/// before the first level of `shape`. Kernel handles that are found are stored in `handles`.
Status launchLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, int rows,
                   const Scalars &scalars, std::int64_t before, Lane &lane, KernelHandles &handles);

/// Enqueues the reductions over the planes of `task` that are due for reports, stopping rules or a
/// in-step reduction. Does nothing if none are due.
Status reduceLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, const Scalars &scalars,
                   std::int64_t before, Lane &lane, KernelHandles &handles, ReducedPlanes &into);

} // namespace stencilc::inline STENCILC_SPACE
