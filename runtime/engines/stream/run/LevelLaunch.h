/// \file Enqueues kernel launches and reductions of an out-of-core run, on planes that are in ring
/// buffers (device memory for a moving range of planes).
#pragma once

#include "runtime/core/device/KernelHandles.h"
#include "runtime/core/device/Lane.h"
#include "runtime/core/instance/Scalars.h"
#include "runtime/engines/stream/run/ReducedPlanes.h"
#include "runtime/engines/stream/run/RingMemory.h"
#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the kernel launch of `task` on `rows` rows of each plane. `before` is the number of
/// time steps done before the traversal (pass of all planes) `shape`. The driver's handles of
/// kernels are looked up once and stored in `handles`.
Status launchLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, int rows,
                   const Scalars &scalars, std::int64_t before, Lane &lane, KernelHandles &handles);

/// Enqueues the reductions (sum, maximum and so on) over the planes of `task`. The reductions
/// belong to the reports and stopping rules (`until` statements) evaluated after the current time
/// step, or are needed within this step. Does nothing if there are no such reductions.
Status reduceLevel(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
                   const TraversalTask &task, const TraversalShape &shape, const Scalars &scalars,
                   std::int64_t before, Lane &lane, KernelHandles &handles, ReducedPlanes &into);

} // namespace stencilc::inline STENCILC_SPACE
