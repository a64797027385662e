/// \file Copies of planes from the ring buffers of one device in a chain to those of the next.
#pragma once

#include "stencilc/stream/Lane.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/Strips.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the copies of task `task`, for all fields and the rows that `strip` holds. `shape` is
/// the share of the device that the planes leave. Adds the bytes copied to `bytes`.
Status handOver(const OutOfCoreDomain &domain, const RingMemory &from, const RingMemory &to,
                const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                Lane &lane, double &bytes);

} // namespace stencilc::inline STENCILC_SPACE
