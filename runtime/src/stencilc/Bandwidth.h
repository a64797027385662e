/// \file What the device's memory delivers for a plain copy: the yardstick of every run.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Parallel.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

/// A copy of all bytes between two buffers, as the device does it best.
struct CopyAll {
  Device &device;
  void *to, *from;
  std::uint64_t bytes;

  Status prepare() const {
    if (device.isGpu())
      return device.fill(from, 0, bytes, nullptr);
    return eachPart([](char *a, char *b, std::size_t n) {
      std::memset(a, 0, n);
      std::memset(b, 0, n);
    });
  }
  Status operator()() const {
    if (device.isGpu())
      return device.copy({to, bytes, bytes}, {from, bytes, bytes}, {bytes}, nullptr);
    return eachPart([](char *a, const char *b, std::size_t n) { std::memcpy(a, b, n); });
  }

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

/// Bytes per second, reads plus writes, of the fastest of a few copies between two buffers as large
/// as the fields (`fieldBytes`), but 256 MiB to 1 GiB each, and together no more than `limit` (0:
/// what is free). Negative if there is no room for a copy that would leave the caches.
///
/// Copies go on until 50 ms have brought nothing better, at least three and for half a second at
/// most: for some milliseconds after memory was freed and allocated again, an H200 was seen to copy
/// 3.8 instead of 4.25 TB/s.
inline double measureCopy(Device &device, std::uint64_t fieldBytes, std::uint64_t limit) {
  constexpr std::uint64_t kLeast = std::uint64_t{256} << 20, kMost = std::uint64_t{1} << 30;
  constexpr int kFewest = 3;
  constexpr double kPatience = 0.05, kLongest = 0.5; // seconds
  std::uint64_t room = 0;
  if (!device.freeMemory(room))
    return -1;
  room = limit > 0 && limit < room ? limit : room;
  std::uint64_t bytes = fieldBytes < kLeast ? kLeast : fieldBytes < kMost ? fieldBytes : kMost;
  bytes &= ~std::uint64_t{4095};
  void *from = nullptr, *to = nullptr;
  if (room / 2 < bytes || !device.allocate(bytes, from))
    return -1;
  double best = -1;
  if (device.allocate(bytes, to)) {
    const CopyAll copyAll{device, to, from, bytes};
    bool fine = bool(copyAll.prepare()) && bool(copyAll());
    const std::unique_ptr<Stopwatch> watch = device.makeStopwatch();
    double total = 0, sinceBest = 0;
    for (int i = 0; fine && (i < kFewest || (sinceBest < kPatience && total < kLongest)); ++i) {
      double seconds = 0;
      fine = watch->start(nullptr) && copyAll() && watch->stop(nullptr) && watch->seconds(seconds);
      const double rate = seconds > 0 ? 2 * static_cast<double>(bytes) / seconds : 0;
      total += seconds;
      sinceBest = rate > 1.01 * best ? 0 : sinceBest + seconds;
      best = fine && rate > best ? rate : best;
    }
  }
  device.release(to);
  device.release(from);
  return best;
}

} // namespace stencilc::inline STENCILC_SPACE
