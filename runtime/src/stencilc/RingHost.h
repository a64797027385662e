/// \file Rings of planes on the host: a file in memory, mapped twice.
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

Status allocateRing(std::uint64_t bytes, unsigned char *&memory);

void releaseRing(unsigned char *memory, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
