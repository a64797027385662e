/// \file Kernels of the probe (which measures a machine) for the time of a launch and of a block
/// barrier.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Runtime.h"
#include "stencilc/probe/ProbeKernels.h"

namespace stencilc::inline STENCILC_SPACE::probe {

__global__ void doNothing() {}

__global__ void waitAtBarriers(int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    STENCILC_UNROLL
    for (int i = 0; i < kBarriers; ++i)
      syncThreads();
  }
}

#if STENCILC_HAS_HOST

inline void launchDoNothing(const Runtime &runtime) {
  runtime.launch("doNothing", doNothing, {.grid = dim3(1), .block = dim3(32)});
}
inline void launchWaitAtBarriers(const Runtime &runtime, unsigned threads, int passes) {
  runtime.launch("waitAtBarriers", waitAtBarriers,
                 {.grid = dim3(1), .block = dim3(threads), .barriers = true}, passes);
}
#endif

} // namespace stencilc::inline STENCILC_SPACE::probe
