/// \file Measures the rate of a plain copy within a device's memory. The summary of a run compares
/// the rate of the run with that of the copy.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/device/Parallel.h"

namespace stencilc::inline STENCILC_SPACE {

/// Function object that copies `bytes` bytes between two buffers in device memory. On a CPU, all
/// host threads copy.
struct CopyAll {
  Device &device;
  void *to, *from;
  std::uint64_t bytes;

  Status prepare() const;
  Status operator()() const;

private:
  /// Calls `work(to, from, bytes)` on all host threads, each with one contiguous part of both
  /// buffers and its size. The parts are large, so that memcpy uses non-temporal stores, which
  /// bypass the caches.
  template <class Work> Status eachPart(const Work &work) const {
    const auto parts = static_cast<std::uint64_t>(hostThreads());
    parallelFor(hostThreads(), [&](std::int64_t part) {
      const std::uint64_t begin = bytes * part / parts, end = bytes * (part + 1) / parts;
      work(static_cast<char *>(to) + begin, static_cast<char *>(from) + begin, end - begin);
    });
    return {};
  }
};

/// Measures the fastest of several copies between two buffers of a device. Returns its rate in
/// bytes per second, reads plus writes, or a negative number if there is too little memory. A
/// buffer has 1 GiB on a GPU, and the size of the last-level cache, from 256 MiB to 1 GiB, on a
/// CPU. Both buffers use at most `limit` bytes (0: all free memory).
///
/// At least three copies are made. They end when 50 ms have brought no better rate, or after 0.5 s.
/// After memory was freed and allocated again, an H200 copies at 3.8 instead of 4.25 TB/s for some
/// milliseconds. A change of this method needs a new kMethod in CopyRates.cpp.
double measureCopy(Device &device, std::uint64_t limit);

} // namespace stencilc::inline STENCILC_SPACE
