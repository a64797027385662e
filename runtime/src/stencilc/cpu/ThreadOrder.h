/// \file The order in which the CPU device runs the threads of a block, and the blocks of a grid.
#pragma once

#include "stencilc/Version.h"
#include <atomic>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Order in which the CPU device runs threads. A kernel without races gives the same bits in every
/// order, and one with a missing barrier usually does not. In the first three orders all threads
/// run to their next wait, one after the other. In the last two each warp runs as far as it can:
/// Ahead gives one warp the highest priority, the warp after it the second highest, and so on.
/// Behind gives one warp the lowest priority, the warp after it the second lowest, and so on.
/// The choice of that warp differs from block to block and from launch to launch.
enum class ThreadOrder : std::uint8_t { Forward, Reverse, Shuffled, Ahead, Behind };

inline constexpr std::string_view kThreadOrders[] = {"forward", "reverse", "shuffled", "ahead",
                                                     "behind"};
inline constexpr const char *kThreadOrderNames = "forward, reverse, shuffled, ahead or behind";

inline bool parseThreadOrder(std::string_view text, ThreadOrder &order) {
  for (std::size_t i = 0; i < std::size(kThreadOrders); ++i)
    if (text == kThreadOrders[i]) {
      order = static_cast<ThreadOrder>(i);
      return true;
    }
  return false;
}

namespace device {

/// Returns the order in which the CPU device (an emulated GPU) runs threads. It is a global
/// setting, like those of cudaDeviceSetLimit, because emitted code does not know about it.
inline std::atomic<ThreadOrder> &threadOrderSetting() {
  static std::atomic<ThreadOrder> setting{ThreadOrder::Forward};
  return setting;
}
inline std::atomic<std::uint64_t> &launchCount() {
  static std::atomic<std::uint64_t> launches{0};
  return launches;
}
/// Sets the order for all later launches and restarts the launch count at 0. The orders of a run
/// therefore do not depend on earlier runs in the process.
inline void setThreadOrder(ThreadOrder order) {
  threadOrderSetting() = order;
  launchCount() = 0;
}
inline ThreadOrder threadOrder() { return threadOrderSetting(); }

/// Returns the index of this launch and increments the count.
inline std::uint64_t countLaunch() { return launchCount()++; }

} // namespace device

namespace cpu {

/// Source of the thread and cluster orders of one cluster. The orders are the same in every run of
/// a program.
class Shuffler {
public:
  /// Prepares the orders of the cluster with index `place` in the launch with index `launch`.
  Shuffler(ThreadOrder order, std::uint64_t launch, std::uint64_t place)
      : order(order), launch(launch), state(0x9E3779B97F4A7C15u + place) {}

  /// Returns true if warps run by priority (byPriority()), false if threads run one after the
  /// other.
  bool isByPriority() const { return order == ThreadOrder::Ahead || order == ThreadOrder::Behind; }
  /// Returns the warps 0 .. count - 1 in descending priority. It depends on the cluster and the
  /// launch.
  std::vector<unsigned> byPriority(unsigned count) const {
    const std::uint64_t mixed = (state + launch) * 0xBF58476D1CE4E5B9u; // Steele and others, 2014
    const unsigned chosen = static_cast<unsigned>((mixed >> 32) % count);
    std::vector<unsigned> warps(count);
    for (unsigned i = 0; i < count; ++i)
      warps[order == ThreadOrder::Ahead ? i : count - 1 - i] = (chosen + i) % count;
    return warps;
  }

  /// Returns the threads 0 .. count - 1 in the order for their first run: ascending, or descending
  /// if isBackwards().
  std::vector<unsigned> first(std::size_t count) {
    std::vector<unsigned> threads(count);
    if (isBackwards())
      std::iota(threads.rbegin(), threads.rend(), 0u);
    else
      std::iota(threads.begin(), threads.end(), 0u);
    return threads;
  }
  /// Permutes `threads` randomly if the order is Shuffled. Otherwise it does nothing.
  void shuffle(std::vector<unsigned> &threads) {
    if (order != ThreadOrder::Shuffled)
      return;
    for (std::size_t i = threads.size(); i > 1; --i)
      std::swap(threads[i - 1], threads[next() % i]);
  }
  /// Returns the cluster that is the `i`-th of `count` to start: a permutation of 0 .. count - 1.
  std::uint64_t clusterAt(std::uint64_t i, std::uint64_t count) const {
    if (isBackwards())
      return count - 1 - i;
    if (order != ThreadOrder::Shuffled)
      return i;
    // So that neighbours do not run one after the other.
    std::uint64_t step = count / 2 + count / 8 + 1;
    while (std::gcd(step, count) != 1)
      ++step;
    return i * step % count;
  }

  /// Returns true if threads and clusters run in descending order of their indices.
  bool isBackwards() const { return order == ThreadOrder::Reverse || order == ThreadOrder::Behind; }

private:
  std::uint64_t next() { // xorshift64 (Marsaglia, 2003)
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }

  ThreadOrder order;
  std::uint64_t launch;
  std::uint64_t state; // never 0
};

} // namespace cpu
} // namespace stencilc::inline STENCILC_SPACE
