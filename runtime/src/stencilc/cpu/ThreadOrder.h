/// \file The order in which the CPU device runs the threads of a block, and blocks of a grid.
#pragma once

#include "stencilc/Version.h"
#include <atomic>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string_view>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A kernel without races gives the same bits in every order; one that lacks a barrier most often
/// does not. In the first three all threads go from wait to wait in turn, so that warps stay in
/// step wherever they wait for anything, if only for their own lanes. In the last two each warp
/// runs as far as it can before the next one moves:
///   Ahead   one warp goes first whenever it can go on, the one behind it comes next ...
///   Behind  one warp goes only when no other can, before it the one behind it ...
/// Which warp that is differs from block to block and from launch to launch.
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

/// A setting of the simulated device, as cudaDeviceSetLimit is one of a real one: launches do not
/// carry it, because emitted code does not know about it.
inline std::atomic<ThreadOrder> &threadOrderSetting() {
  static std::atomic<ThreadOrder> setting{ThreadOrder::Forward};
  return setting;
}
inline std::atomic<std::uint64_t> &launchCount() {
  static std::atomic<std::uint64_t> launches{0};
  return launches;
}
/// Sets the order of all later launches, and counts them from 0: a run has the same orders whether
/// others came before it or not.
inline void setThreadOrder(ThreadOrder order) {
  threadOrderSetting() = order;
  launchCount() = 0;
}
inline ThreadOrder threadOrder() { return threadOrderSetting(); }

/// Returns how many launches came before this one, and counts it.
inline std::uint64_t countLaunch() { return launchCount()++; }

} // namespace device

namespace cpu {

/// Permutations of a block's threads, the same in every run of the program.
class Shuffler {
public:
  /// The orders of cluster number `place` in its launch, itself number `launch`.
  Shuffler(ThreadOrder order, std::uint64_t launch, std::uint64_t place)
      : order(order), launch(launch), state(0x9E3779B97F4A7C15u + place) {}

  /// Whether warps run in the order of byPriority instead of threads in turn.
  bool isByPriority() const { return order == ThreadOrder::Ahead || order == ThreadOrder::Behind; }
  /// The warps 0 .. count - 1, the one that runs before all others first.
  std::vector<unsigned> byPriority(unsigned count) const {
    const std::uint64_t mixed = (state + launch) * 0xBF58476D1CE4E5B9u; // Steele and others, 2014
    const unsigned chosen = static_cast<unsigned>((mixed >> 32) % count);
    std::vector<unsigned> warps(count);
    for (unsigned i = 0; i < count; ++i)
      warps[order == ThreadOrder::Ahead ? i : count - 1 - i] = (chosen + i) % count;
    return warps;
  }

  /// The threads 0 .. count - 1 in the first order.
  std::vector<unsigned> first(std::size_t count) {
    std::vector<unsigned> threads(count);
    if (isBackwards())
      std::iota(threads.rbegin(), threads.rend(), 0u);
    else
      std::iota(threads.begin(), threads.end(), 0u);
    return threads;
  }
  /// The next order, if orders change.
  void shuffle(std::vector<unsigned> &threads) {
    if (order != ThreadOrder::Shuffled)
      return;
    for (std::size_t i = threads.size(); i > 1; --i)
      std::swap(threads[i - 1], threads[next() % i]);
  }
  /// Which of `count` clusters comes at place `i`; a permutation of 0 .. count - 1.
  std::uint64_t clusterAt(std::uint64_t i, std::uint64_t count) const {
    if (isBackwards())
      return count - 1 - i;
    if (order != ThreadOrder::Shuffled)
      return i;
    std::uint64_t step = count / 2 + count / 8 + 1; // far from its neighbours
    while (std::gcd(step, count) != 1)
      ++step;
    return i * step % count;
  }

  /// Whether the last thread, and the last block, come first.
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
