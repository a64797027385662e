/// \file Ring buffers (memory for a moving range of planes) on a GPU. The same physical memory is
/// mapped twice in succession, so that consecutive planes are always contiguous.
///
/// A launch sees what earlier launches wrote, even through the other address (CUDA Programming
/// Guide, "Virtual Aliasing Support").
#pragma once

#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Sets `bytes` to the unit of sizes of ring buffers (memory for a moving range of planes). The
/// size of every ring buffer must be a multiple of it.
Status ringUnit(std::uint64_t &bytes);
/// Allocates a ring buffer (memory for a moving range of planes) of `bytes` bytes. It is visible at
/// [memory, memory + bytes) and again in the next `bytes` bytes. The contents are undefined.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);
/// Allows GPU `number` to read and write a ring buffer (memory for a moving range of planes) of
/// another GPU. It has `bytes` bytes at `memory`. Peer access alone is not enough, because it
/// excludes memory that the driver's virtual memory functions have mapped.
Status openRing(unsigned char *memory, std::uint64_t bytes, int number);
/// Waits for all work of the device and frees a ring buffer of `bytes` bytes. Null is allowed.
void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::cuda
