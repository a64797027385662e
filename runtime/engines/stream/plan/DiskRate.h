/// \file Measures the rate of a disk while it is read and written at once, as when a domain in
/// files is read, computed and written.
#pragma once

#include "runtime/engines/stream/plan/TierPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Smallest file, in bytes, with which a disk's rate is measured. Smaller ones give no useful rate.
inline constexpr std::uint64_t kLeastMeasured = std::uint64_t{64} << 20;

/// Measures the disk of `folder` with two temporary files of `bytes` bytes: writes one, then reads
/// it while it writes the other. Sets in `rates` if the page cache is avoided, and the bytes per
/// second unless `bytes` is below kLeastMeasured. A failure ends the measurement without a message,
/// because the run itself will report the error.
void measureDisk(const std::string &folder, std::uint64_t bytes, DiskRates &rates);

} // namespace stencilc::inline STENCILC_SPACE
