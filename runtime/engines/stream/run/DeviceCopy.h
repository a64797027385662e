/// \file Copies of planes from the ring buffers of one device to those of the next, if planes pass
/// through several devices in sequence.
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/engines/stream/plan/Strips.h"
#include "runtime/engines/stream/run/RingMemory.h"
#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues in `lane` (task queue) the copies of planes that `task` asks for, from the ring buffers
/// `from` of one device to the ring buffers `to` of the next. Copies all fields and time levels, in
/// the rows of `strip` (range of rows of every plane). `shape` describes the launches of the first
/// device, which determine the buffer of each time level. Adds the number of copied bytes to
/// `bytes`.
Status handOver(const OutOfCoreDomain &domain, const RingMemory &from, const RingMemory &to,
                const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                Lane &lane, double &bytes);

} // namespace stencilc::inline STENCILC_SPACE
