/// \file Memory of a GPU in which the planes of a buffer go round: physical memory mapped at two
/// neighbouring places of the address space, so that any window of planes is in one piece.
///
/// What one launch writes at one address, the next one sees at the other (CUDA Programming Guide,
/// "Virtual Aliasing Support").
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// What the size of a ring must be a multiple of.
Status ringUnit(std::uint64_t &bytes);
/// A ring of `bytes` bytes, seen at [memory, memory + 2 * bytes). Contents are undefined.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);
/// Lets GPU `number` read and write a ring: access to a peer's memory, once opened, is to what was
/// allocated otherwise.
Status openRing(unsigned char *memory, std::uint64_t bytes, int number);
/// Null is allowed.
void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::cuda
