/// \file The order in which the CPU device runs the threads of a block, and blocks of a grid.
#pragma once

#include <atomic>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

namespace stencilc {

/// A kernel without races gives the same bits in every order; one that lacks a barrier most often
/// does not.
enum class ThreadOrder : std::uint8_t { Forward, Reverse, Shuffled };

/// "forward", "reverse" or "shuffled".
inline bool parseThreadOrder(std::string_view text, ThreadOrder &order) {
  constexpr std::string_view names[] = {"forward", "reverse", "shuffled"};
  for (int i = 0; i < 3; ++i)
    if (text == names[i]) {
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
/// For all launches from now on.
inline void setThreadOrder(ThreadOrder order) { threadOrderSetting() = order; }
inline ThreadOrder threadOrder() { return threadOrderSetting(); }

} // namespace device

namespace cpu {

/// Permutations of a block's threads, the same in every run of the program.
class Shuffler {
public:
  Shuffler(ThreadOrder order, std::uint64_t seed) : order(order), state(seed) {}

  /// The threads 0 .. count - 1 in the first order.
  std::vector<unsigned> first(std::size_t count) {
    std::vector<unsigned> threads(count);
    if (order == ThreadOrder::Reverse)
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
    if (order == ThreadOrder::Forward)
      return i;
    if (order == ThreadOrder::Reverse)
      return count - 1 - i;
    std::uint64_t step = count / 2 + count / 8 + 1; // far from its neighbours
    while (std::gcd(step, count) != 1)
      ++step;
    return i * step % count;
  }

private:
  std::uint64_t next() { // xorshift64 (Marsaglia, 2003)
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }

  ThreadOrder order;
  std::uint64_t state; // never 0
};

} // namespace cpu
} // namespace stencilc
