/// \file Planes on their way from the rings of one device to those of the next.
#pragma once

#include "stencilc/stream/Lane.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/Strips.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the copies that `task` is, of all fields with the rows that `strip` holds; `shape`: of
/// the device that they leave. Adds their bytes to `bytes`.
Status handOver(const OutOfCoreDomain &domain, const RingMemory &from, const RingMemory &to,
                const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                Lane &lane, double &bytes);

} // namespace stencilc::inline STENCILC_SPACE
