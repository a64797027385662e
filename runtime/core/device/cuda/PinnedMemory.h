/// \file Pinned host memory, which a GPU copies to and from at full speed.
#pragma once

#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Size in bytes of a part of host memory that is pinned by one call (64 GiB). A single call for
/// 512 GiB fails. A copy must not cross the end of such a part.
inline constexpr std::uint64_t kPinnedPiece = std::uint64_t{1} << 36;

/// Allocates pinned host memory for a domain that is copied to and from the device. All threads
/// write it first, so that its pages are spread over the processors' memory.
Status allocateHost(std::uint64_t bytes, unsigned char *&memory);
/// Unpins and frees memory of allocateHost(), with the same `bytes`. Null is allowed.
void releaseHost(unsigned char *memory, std::uint64_t bytes);
/// Sets `address` to the address by which the device accesses pinned host memory.
Status addressOf(unsigned char *host, void *&address);

} // namespace stencilc::inline STENCILC_SPACE::cuda
