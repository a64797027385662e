/// \file Checksums of planes as the host computes them.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// The sum of the words [begin, end) of a plane.
std::uint64_t checksumOf(const unsigned char *plane, std::uint64_t begin, std::uint64_t end);
/// The sum of a whole plane of `bytes` bytes, a multiple of 8, by all threads of the host.
std::uint64_t checksumByAll(const unsigned char *plane, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE
