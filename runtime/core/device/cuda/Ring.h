/// \file Ring buffers of planes in GPU memory. The same physical memory is mapped twice in
/// succession, so that any window of planes is contiguous.
///
/// A launch sees what earlier launches wrote, even through the other address (CUDA Programming
/// Guide, "Virtual Aliasing Support").
#pragma once

#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Sets `bytes` to the unit of ring sizes: the size of a ring must be a multiple of it.
Status ringUnit(std::uint64_t &bytes);
/// Allocates a ring buffer of `bytes` bytes, which is visible at [memory, memory + bytes) and again
/// in the next `bytes` bytes. The contents are undefined.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);
/// Lets GPU `number` read and write a ring buffer (of `bytes` bytes at `memory`) of another GPU.
/// This is needed beside peer access, which excludes memory that the driver's virtual memory
/// functions have mapped.
Status openRing(unsigned char *memory, std::uint64_t bytes, int number);
/// Waits for all work of the device and frees a ring buffer of `bytes` bytes. Null is allowed.
void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::cuda
