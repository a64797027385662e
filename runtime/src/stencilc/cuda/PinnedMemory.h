/// \file Memory of the host that a GPU copies to and from at full speed.
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::cuda {

/// Host memory is pinned in pieces of as many bytes, because one call for 512 GiB fails; a copy
/// must not run over the end of one.
inline constexpr std::uint64_t kPinnedPiece = std::uint64_t{1} << 36;

/// Host memory for a domain that is copied to and from the device: its pages are first touched by
/// all threads, and pinned.
Status allocateHost(std::uint64_t bytes, unsigned char *&memory);
/// Null is allowed.
void releaseHost(unsigned char *memory, std::uint64_t bytes);
/// Where the device sees pinned host memory.
Status addressOf(unsigned char *host, void *&address);

} // namespace stencilc::inline STENCILC_SPACE::cuda
