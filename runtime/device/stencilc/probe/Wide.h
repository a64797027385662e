/// \file Functions with which the probe measures memory rates: each loads 16 bytes from one level
/// of the memory hierarchy. The compiler cannot remove a load on a GPU, even if its value is not
/// used.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/probe/ProbeKernels.h"

namespace stencilc::inline STENCILC_SPACE::probe {

/// Returns one word that depends on all four words (their bitwise XOR).
STENCILC_DEVICE UInt32 fold(Words words) { return words.x ^ words.y ^ words.z ^ words.w; }

#if STENCILC_WORLD_CUDA
#define STENCILC_PROBE_LOAD(name, instruction, kind, address)                                      \
  STENCILC_DEVICE Words name(const Words *from) {                                                  \
    Words words;                                                                                   \
    asm volatile(instruction ".v4.u32 {%0, %1, %2, %3}, [%4];"                                     \
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)                      \
                 : kind(address)                                                                   \
                 : "memory");                                                                      \
    return words;                                                                                  \
  }
#else
#define STENCILC_PROBE_LOAD(name, instruction, kind, address)                                      \
  STENCILC_DEVICE Words name(const Words *from) { return *from; }
#endif
/// Loads 16 bytes from shared memory.
STENCILC_PROBE_LOAD(loadShared, "ld.shared", "r", gpu::sharedAddress(from))
/// Loads 16 bytes from global memory, cached in L1 ("cache at all levels").
STENCILC_PROBE_LOAD(loadThroughL1, "ld.global.ca", "l", __cvta_generic_to_global(from))
/// Loads 16 bytes from global memory, not cached in L1 ("cache at global level").
STENCILC_PROBE_LOAD(loadPastL1, "ld.global.cg", "l", __cvta_generic_to_global(from))
#undef STENCILC_PROBE_LOAD

} // namespace stencilc::inline STENCILC_SPACE::probe
