/// \file Ring buffers of planes on the host: a memory file that is mapped twice.
#pragma once

#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// Allocates a ring buffer of `bytes` bytes on the host. It is mapped at `memory` and again at
/// `memory` + `bytes`. Up to 1 GiB before and after it is reserved, so that accesses there fault.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);

void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
