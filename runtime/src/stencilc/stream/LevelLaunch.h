/// \file One level of a chunk, launched on planes that lie in rings.
#pragma once

#include "stencilc/KernelHandles.h"
#include "stencilc/Scalars.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/ReducedPlanes.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the launch that `task` is, on so many rows of each plane. `before`: steps done before
/// the first of `shape`. What is found of kernels stays in `handles`.
Status launchLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, int rows,
                   const Scalars &scalars, std::int64_t before, Lane &lane, KernelHandles &handles);

/// Enqueues the reduction of the planes of `task`, where reports or rules are due then.
Status reduceLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, const Scalars &scalars,
                   std::int64_t before, Lane &lane, KernelHandles &handles, ReducedPlanes &into);

} // namespace stencilc::inline STENCILC_SPACE
