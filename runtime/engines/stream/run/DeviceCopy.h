/// \file Copies of planes from the ring buffers of one device to those of the next, if planes pass
/// through several devices in sequence.
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/engines/stream/plan/Strips.h"
#include "runtime/engines/stream/run/RingMemory.h"
#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues in `lane` the copies of `task` from the ring buffers of one device (`from`) to those of
/// the next (`to`). They copy all fields, in the rows of `strip` (range of rows of every plane).
/// `shape`, the geometry of the work of the first device, tells which buffers hold its results.
/// Adds the number of copied bytes to `bytes`.
Status handOver(const OutOfCoreDomain &domain, const RingMemory &from, const RingMemory &to,
                const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                Lane &lane, double &bytes);

} // namespace stencilc::inline STENCILC_SPACE
