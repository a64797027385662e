/// \file Finds how much memory of the host is free.
#pragma once

#include "runtime/core/support/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// Reads a file of the system, such as /proc/meminfo. Sets `number` to the number that follows
/// `key` at the start of a line. Returns false if no line begins with `key`.
bool readNumber(const char *file, const char *key, std::uint64_t &number);

/// Sets `bytes` to the memory that the system can give without swapping, at most what the memory
/// limit of the container leaves.
Status freeMemory(std::uint64_t &bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
