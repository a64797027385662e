/// \file Times the kernels of an out-of-core run before the run is planned, with launches and
/// memory layouts like those of the run.
#pragma once

#include "runtime/core/stepping/Engine.h"
#include "runtime/engines/stream/plan/TraversalRates.h"
#include "runtime/engines/stream/run/RingMemory.h"

namespace stencilc::inline STENCILC_SPACE {

/// Times the kernels for single and for fused time steps, on several numbers of planes, within
/// `deviceBytes` bytes of device memory. Stores the times in `rates`. A kernel that cannot be timed
/// keeps the compiler's prediction.
Status tryKernels(Device &device, const OutOfCoreDomain &domain, std::uint64_t deviceBytes,
                  const OutOfCoreTrial &trial, TraversalRates &rates);

} // namespace stencilc::inline STENCILC_SPACE
