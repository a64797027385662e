/// \file The rate of a disk, measured with what a traversal of files does: reading and writing at
/// once.
#pragma once

#include "stencilc/stream/TierPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Less than this says nothing about a disk.
inline constexpr std::uint64_t kLeastMeasured = std::uint64_t{64} << 20;

/// Writes a file of `bytes` in `folder`, then reads it while another is written; both have gone
/// afterwards. Where that is not possible `rates` stay: the run itself will say why.
void measureDisk(const std::string &folder, std::uint64_t bytes, DiskRates &rates);

} // namespace stencilc::inline STENCILC_SPACE
