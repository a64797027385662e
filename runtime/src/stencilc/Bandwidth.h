/// \file The rate of a plain copy in device memory, to which the rate of each run is compared.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Parallel.h"

namespace stencilc::inline STENCILC_SPACE {

/// A copy of `bytes` bytes between two buffers in the memory of a device. On a CPU all threads
/// copy.
struct CopyAll {
  Device &device;
  void *to, *from;
  std::uint64_t bytes;

  Status prepare() const;
  Status operator()() const;

private:
  /// Calls `work` on all host threads, each with one contiguous part of both buffers. The parts are
  /// large, so that memcpy uses non-temporal stores, which bypass the caches.
  template <class Work> Status eachPart(const Work &work) const {
    const auto parts = static_cast<std::uint64_t>(hostThreads());
    parallelFor(hostThreads(), [&](std::int64_t part) {
      const std::uint64_t begin = bytes * part / parts, end = bytes * (part + 1) / parts;
      work(static_cast<char *>(to) + begin, static_cast<char *>(from) + begin, end - begin);
    });
    return {};
  }
};

/// Measures a copy between two buffers of a device. Returns the rate of the fastest of several
/// copies in bytes per second, reads plus writes, or a negative number if there is too little
/// memory. Each buffer has 1 GiB on a GPU. On a CPU it has the size of the last-level cache, but
/// 256 MiB to 1 GiB. Both together use at most `limit` bytes (0: all that is free).
///
/// At least three copies are made. They end when 50 ms have brought no better rate, or after half a
/// second. An H200 copies at only 3.8 instead of 4.25 TB/s for some milliseconds after memory was
/// freed and allocated again. A change of the method needs a new kMethod in CopyRates.cpp.
double measureCopy(Device &device, std::uint64_t limit);

} // namespace stencilc::inline STENCILC_SPACE
