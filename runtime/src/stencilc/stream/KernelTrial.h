/// \file Times the kernels of an out-of-core run before the run is planned, with launches and
/// memory layouts like those of the run.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/TraversalRates.h"

namespace stencilc::inline STENCILC_SPACE {

/// Times kernels for single steps and for fused steps, on chunks of several heights, within
/// `deviceBytes` bytes. A kernel that cannot be timed keeps the compiler's prediction in `rates`.
Status tryKernels(Device &device, const OutOfCoreDomain &domain, std::uint64_t deviceBytes,
                  const OutOfCoreTrial &trial, TraversalRates &rates);

} // namespace stencilc::inline STENCILC_SPACE
