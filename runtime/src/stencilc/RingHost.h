/// \file Rings of planes on the host: a file in memory, mapped twice.
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// At [memory, memory + 2 * bytes). An access up to 1 GiB before or behind is a fault: those pages
/// are reserved, which costs addresses only.
Status allocateRing(std::uint64_t bytes, unsigned char *&memory);

void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
