/// \file Ring buffers of planes on the host: a memory file that is mapped twice.
#pragma once

#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// Allocates a ring buffer (memory for a moving range of planes) of `bytes` bytes on the host. It
/// is mapped at `memory` and again at `memory` + `bytes`. All bits are set, so that floating-point
/// cells are NaN. Accesses to the 1 GiB before and the 1 GiB after both mappings fault.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);

void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
