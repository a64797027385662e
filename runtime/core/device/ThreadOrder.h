/// \file Order in which the CPU device (an emulated GPU) runs the threads of a block and the blocks
/// of a launch.
#pragma once

#include "stencilc/Version.h"
#include <atomic>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Order in which the CPU device (an emulated GPU) runs threads. A kernel without races gives the
/// same bits in every order. One with a missing barrier usually does not. In the first three
/// orders, one thread after the other runs to its next wait. Ahead and Behind give each warp a
/// priority: a chosen warp has the highest (Ahead) or the lowest (Behind).
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

/// Returns the setting for the order in which the CPU device (an emulated GPU) runs threads. It is
/// a global variable, because emitted code launches the kernels and does not pass the setting.
inline std::atomic<ThreadOrder> &threadOrderSetting() {
  static std::atomic<ThreadOrder> setting{ThreadOrder::Forward};
  return setting;
}
inline std::atomic<std::uint64_t> &launchCount() {
  static std::atomic<std::uint64_t> launches{0};
  return launches;
}
/// Sets the order of threads for all later launches on the CPU device (an emulated GPU), and
/// restarts the count of launches at 0. Some orders depend on this count. So if a process runs a
/// program several times and calls this first, all runs have the same orders.
inline void setThreadOrder(ThreadOrder order) {
  threadOrderSetting() = order;
  launchCount() = 0;
}
inline ThreadOrder threadOrder() { return threadOrderSetting(); }

/// Returns the number of launches before the current one, and adds 1 to the count of launches.
inline std::uint64_t countLaunch() { return launchCount()++; }

} // namespace device

namespace cpu {

/// Computes the order in which the CPU device (an emulated GPU) runs the threads of one cluster of
/// blocks and the clusters of a launch. The orders are the same in every run of a program.
class Shuffler {
public:
  /// Prepares the order of the threads in one cluster of blocks. `launch` is the number of the
  /// launch and `place` the index of the cluster in the launch, both from 0.
  Shuffler(ThreadOrder order, std::uint64_t launch, std::uint64_t place)
      : order(order), launch(launch), state(0x9E3779B97F4A7C15u + place) {}

  /// Returns true if threads run by priority: the next thread is always one of the warp with the
  /// highest priority that can continue. Returns false if threads run one after the other, each to
  /// its next wait.
  bool isByPriority() const { return order == ThreadOrder::Ahead || order == ThreadOrder::Behind; }
  /// Returns the warps 0 .. count - 1 of a cluster, in descending priority. The order differs
  /// between clusters and between launches.
  std::vector<unsigned> byPriority(unsigned count) const {
    const std::uint64_t mixed = (state + launch) * 0xBF58476D1CE4E5B9u; // Steele and others, 2014
    const unsigned chosen = static_cast<unsigned>((mixed >> 32) % count);
    std::vector<unsigned> warps(count);
    for (unsigned i = 0; i < count; ++i)
      warps[order == ThreadOrder::Ahead ? i : count - 1 - i] = (chosen + i) % count;
    return warps;
  }

  /// Returns the indices 0 .. count - 1 of threads in the order in which they first run: descending
  /// for the orders Reverse and Behind, otherwise ascending. For the order Shuffled, the caller
  /// must pass the result to shuffle().
  std::vector<unsigned> first(std::size_t count) {
    std::vector<unsigned> threads(count);
    if (isBackwards())
      std::iota(threads.rbegin(), threads.rend(), 0u);
    else
      std::iota(threads.begin(), threads.end(), 0u);
    return threads;
  }
  /// Permutes `threads` pseudo-randomly if the setting is ThreadOrder::Shuffled. Otherwise it does
  /// nothing.
  void shuffle(std::vector<unsigned> &threads) {
    if (order != ThreadOrder::Shuffled)
      return;
    for (std::size_t i = threads.size(); i > 1; --i)
      std::swap(threads[i - 1], threads[next() % i]);
  }
  /// Returns the index of the cluster of blocks that is the `i`-th of `count` to start. Over all
  /// `i` the results are a permutation of 0 .. count - 1.
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
