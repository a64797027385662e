/// \file Copies of planes from the ring buffers of one device to those of the next, if planes pass
/// through several devices in sequence.
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/engines/stream/plan/Strips.h"
#include "runtime/engines/stream/run/RingMemory.h"
#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the copies of `task` between two devices: of all fields, in the rows of `strip` (some
/// rows of all planes). `shape` describes the work of the device that the planes leave. Adds the
/// number of bytes to `bytes`.
Status handOver(const OutOfCoreDomain &domain, const RingMemory &from, const RingMemory &to,
                const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                Lane &lane, double &bytes);

} // namespace stencilc::inline STENCILC_SPACE
