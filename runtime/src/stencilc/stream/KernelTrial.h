/// \file Kernels of a streamed run timed before it is planned: launched as the run will launch
/// them, on planes that lie as they will.
#pragma once

#include "stencilc/Engine.h"
#include "stencilc/stream/RingMemory.h"
#include "stencilc/stream/TraversalRates.h"

namespace stencilc::inline STENCILC_SPACE {

/// Times single steps, and fused ones, for some heights of a chunk, within `deviceBytes`; what
/// cannot be tried is counted with as the compiler planned it.
Status tryKernels(Device &device, const OutOfCoreDomain &domain, std::uint64_t deviceBytes,
                  const OutOfCoreTrial &trial, TraversalRates &rates);

} // namespace stencilc::inline STENCILC_SPACE
