/// \file How much memory of the host is free.
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// The first number after `key` in a file of the system, or nothing found: false.
bool readNumber(const char *file, const char *key, std::uint64_t &number);

/// What the system could give without swapping, or what a container's limit leaves if that is less.
Status freeMemory(std::uint64_t &bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
