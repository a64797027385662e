/// \file What the device's memory delivers for a plain copy: the yardstick of every run.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Parallel.h"
#include <unistd.h>

namespace stencilc {

/// Bytes per second, reads plus writes, of the fastest of a few copies between two buffers as large
/// as the fields (`fieldBytes`), but 256 MiB to 1 GiB each, and together no more than `limit` (0:
/// what is free). Negative if there is no room for a copy that would leave the caches.
///
/// Copies go on until 50 ms have brought nothing better, at least three and for half a second at
/// most: for some milliseconds after memory was freed and allocated again, an H200 was seen to copy
/// 3.8 instead of 4.25 TB/s.
inline double measureCopy(std::uint64_t fieldBytes, std::uint64_t limit) {
  constexpr std::uint64_t kLeast = std::uint64_t{256} << 20, kMost = std::uint64_t{1} << 30;
  constexpr int kFewest = 3;
  constexpr double kPatience = 0.05, kLongest = 0.5; // seconds
  std::uint64_t room = 0;
  if (!device::freeMemory(room))
    return -1;
  room = limit > 0 && limit < room ? limit : room;
  std::uint64_t bytes = fieldBytes < kLeast ? kLeast : fieldBytes < kMost ? fieldBytes : kMost;
  bytes &= ~std::uint64_t{4095};
  void *from = nullptr, *to = nullptr;
  if (room / 2 < bytes || !device::allocate(bytes, from))
    return -1;
  double best = -1;
  if (device::allocate(bytes, to)) {
#if STENCILC_WORLD_CUDA
    const auto copyAll = [&] {
      return device::copy({to, bytes, bytes}, {from, bytes, bytes}, {bytes}, nullptr);
    };
    bool fine = bool(device::fill(from, 0, bytes, nullptr)) && bool(copyAll());
#else
    // One large part per thread: large enough for stores that pass the caches by.
    const auto parts = static_cast<std::uint64_t>(hostThreads());
    const auto eachPart = [&](const auto &work) {
      parallelFor(hostThreads(), [&](std::int64_t part) {
        const std::uint64_t begin = bytes * part / parts, end = bytes * (part + 1) / parts;
        work(static_cast<char *>(to) + begin, static_cast<char *>(from) + begin, end - begin);
      });
      return Status();
    };
    const auto copyAll = [&] {
      return eachPart([](char *a, const char *b, std::size_t n) { std::memcpy(a, b, n); });
    };
    bool fine = bool(eachPart([](char *a, char *b, std::size_t n) {
      std::memset(a, 0, n);
      std::memset(b, 0, n);
    }));
#endif
    device::Stopwatch watch;
    double total = 0, sinceBest = 0;
    for (int i = 0; fine && (i < kFewest || (sinceBest < kPatience && total < kLongest)); ++i) {
      double seconds = 0;
      fine = watch.start(nullptr) && copyAll() && watch.stop(nullptr) && watch.seconds(seconds);
      const double rate = seconds > 0 ? 2 * static_cast<double>(bytes) / seconds : 0;
      total += seconds;
      sinceBest = rate > 1.01 * best ? 0 : sinceBest + seconds;
      best = fine && rate > best ? rate : best;
    }
  }
  device::release(to);
  device::release(from);
  return best;
}

/// Bytes of the last cache before memory, or 0 if it is not known.
inline std::uint64_t lastCacheBytes() {
#if STENCILC_WORLD_CUDA
  int device = 0, bytes = 0;
  const bool known =
      cudaGetDevice(&device) == cudaSuccess &&
      cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device) == cudaSuccess && bytes > 0;
  return known ? static_cast<std::uint64_t>(bytes) : 0;
#else
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
#endif
}

} // namespace stencilc
