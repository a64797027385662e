/// \file Ring buffers of planes on the host: a memory file that is mapped twice.
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// Allocates a ring buffer of `bytes` bytes that is mapped twice, at `memory` and at `memory` +
/// `bytes`. Accesses up to 1 GiB before or after it fault, because these pages are reserved.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);

void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
