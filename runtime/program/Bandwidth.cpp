/// \file Measures the rate of a plain copy within a device's memory.
#include "runtime/program/Bandwidth.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE {

Status CopyAll::prepare() const {
  if (device.isGpu())
    return device.fill(from, 0, bytes, nullptr);
  return eachPart([](char *a, char *b, std::size_t n) {
    std::memset(a, 0, n);
    std::memset(b, 0, n);
  });
}

Status CopyAll::operator()() const {
  if (device.isGpu())
    return device.copy({to, bytes, bytes}, {from, bytes, bytes}, {bytes}, nullptr);
  return eachPart([](char *a, const char *b, std::size_t n) { std::memcpy(a, b, n); });
}

/// Returns the rate of the fastest of several copies in bytes per second, reads plus writes.
/// Returns -1 if no copy succeeded.
static double bestRate(Device &device, const CopyAll &copyAll) {
  constexpr int kFewest = 3;
  constexpr double kPatience = 0.05, kLongest = 0.5; // seconds
  bool fine = bool(copyAll.prepare()) && bool(copyAll());
  const std::unique_ptr<Stopwatch> watch = device.makeStopwatch();
  double best = -1, total = 0, sinceBest = 0;
  for (int i = 0; fine && (i < kFewest || (sinceBest < kPatience && total < kLongest)); ++i) {
    double seconds = 0;
    fine = watch->start(nullptr) && copyAll() && watch->stop(nullptr) && watch->seconds(seconds);
    const double rate = seconds > 0 ? 2 * static_cast<double>(copyAll.bytes) / seconds : 0;
    total += seconds;
    sinceBest = rate > 1.01 * best ? 0 : sinceBest + seconds;
    best = fine && rate > best ? rate : best;
  }
  return best;
}

double measureCopy(Device &device, std::uint64_t limit) {
  constexpr std::uint64_t kLeast = std::uint64_t{256} << 20, kMost = std::uint64_t{1} << 30;
  std::uint64_t room = 0;
  if (!device.freeMemory(room))
    return -1;
  room = limit > 0 && limit < room ? limit : room;
  const std::uint64_t wanted = device.isGpu() ? kMost : device.lastCacheBytes();
  const std::uint64_t bytes =
      std::min({room / 2, std::max(kLeast, wanted), kMost}) & ~std::uint64_t{4095};
  void *from = nullptr, *to = nullptr;
  if (bytes < kLeast || !device.allocate(bytes, from))
    return -1;
  double best = -1;
  if (device.allocate(bytes, to))
    best = bestRate(device, {device, to, from, bytes});
  device.release(to);
  device.release(from);
  return best;
}

} // namespace stencilc::inline STENCILC_SPACE
