/// \file What the device's memory delivers for a plain copy: the yardstick of every run.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Parallel.h"

namespace stencilc::inline STENCILC_SPACE {

/// A copy of all bytes between two buffers, as the device does it best.
struct CopyAll {
  Device &device;
  void *to, *from;
  std::uint64_t bytes;

  Status prepare() const;
  Status operator()() const;

private:
  /// One large part per thread: large enough for stores that pass the caches by.
  template <class Work> Status eachPart(const Work &work) const {
    const auto parts = static_cast<std::uint64_t>(hostThreads());
    parallelFor(hostThreads(), [&](std::int64_t part) {
      const std::uint64_t begin = bytes * part / parts, end = bytes * (part + 1) / parts;
      work(static_cast<char *>(to) + begin, static_cast<char *>(from) + begin, end - begin);
    });
    return {};
  }
};

/// Bytes per second, reads plus writes, of the fastest of a few copies between two buffers. Each
/// has 1 GiB on a GPU, else the size of the last cache, but 256 MiB to 1 GiB, and both together
/// have no more than `limit` (0: what is free). Negative if there is no room for a copy that would
/// leave the caches. Where this changes, kMethod of CopyRates.cpp does.
///
/// Copies go on until 50 ms have brought nothing better, at least three and for half a second at
/// most: for some milliseconds after memory was freed and allocated again, an H200 was seen to copy
/// 3.8 instead of 4.25 TB/s.
double measureCopy(Device &device, std::uint64_t limit);

} // namespace stencilc::inline STENCILC_SPACE
