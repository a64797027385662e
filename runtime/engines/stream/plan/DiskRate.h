/// \file Measures the rate of a disk while it is read and written at once, as when a domain in
/// files is read, computed and written.
#pragma once

#include "runtime/engines/stream/plan/TierPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Smallest file, in bytes, with which a disk's rate is measured. Smaller ones give no useful rate.
inline constexpr std::uint64_t kLeastMeasured = std::uint64_t{64} << 20;

/// Writes a file of `bytes` bytes in `folder`, then reads it while a second file is written, and
/// sets `rates`. Both files are removed. On failure `rates` is unchanged, because the run itself
/// will report the error.
void measureDisk(const std::string &folder, std::uint64_t bytes, DiskRates &rates);

} // namespace stencilc::inline STENCILC_SPACE
