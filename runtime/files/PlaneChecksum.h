/// \file Checksums of planes, computed on the host.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

/// Returns the checksum of the 8-byte words [begin, end) of a plane.
std::uint64_t checksumOf(const unsigned char *plane, std::uint64_t begin, std::uint64_t end);
/// Returns the checksum of a whole plane of `bytes` bytes, a multiple of 8. All threads of the host
/// compute it.
std::uint64_t checksumByAll(const unsigned char *plane, std::uint64_t bytes);

} // namespace stencilc::inline STENCILC_SPACE
