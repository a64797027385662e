/// \file The amount of free memory of the host.
#pragma once

#include "stencilc/Status.h"

namespace stencilc::inline STENCILC_SPACE::host {

/// Reads a number from a file of the system, such as /proc/meminfo. Sets `number` to the number
/// that follows `key` at the start of a line. Returns false if there is none.
bool readNumber(const char *file, const char *key, std::uint64_t &number);

/// Sets `bytes` to the memory that the system can give without swapping, or to what the limit of
/// the container leaves if that is less.
Status freeMemory(std::uint64_t &bytes);

} // namespace stencilc::inline STENCILC_SPACE::host
