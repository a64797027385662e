/// \file How the probe times: device events around work, after warming up, the median of several.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Progress.h"
#include <algorithm>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::probe {

/// How much is done. On the CPU device times mean nothing: everything runs once, and small.
struct Effort {
  double warmUp;      // seconds of the same work before it counts
  double longEnough;  // seconds that make starting and stopping the clock negligible
  int repeats;        // timed runs, of which the median counts
  std::uint64_t most; // bytes of a buffer in memory
};
inline constexpr Effort kEffort = STENCILC_WORLD_CPU_DEVICE
                                      ? Effort{0, 0, 1, std::uint64_t{1} << 18}
                                      : Effort{0.05, 4e-3, 7, std::uint64_t{4} << 30};

/// Memory of the device that goes with its scope.
class Buffer {
public:
  Buffer() = default;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { device::release(memory); }

  /// All bytes are 0 afterwards.
  Status allocate(std::size_t wanted) {
    bytes = wanted;
    Status status = device::allocate(wanted, memory);
    return status ? device::fill(memory, 0, wanted, nullptr) : status;
  }
  template <class T> T *as() const { return static_cast<T *>(memory); }
  std::size_t size() const { return bytes; }

private:
  void *memory = nullptr;
  std::size_t bytes = 0;
};

inline double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// All work goes to the default stream.
class Bench {
public:
  /// Median seconds of `work()`, which enqueues something and returns a Status.
  template <class Work> Status seconds(const Work &work, double &result) {
    const double start = secondsNow();
    Status status;
    do {
      status = work();
      if (status)
        status = device::synchronize(nullptr);
    } while (status && secondsNow() - start < kEffort.warmUp);
    std::vector<double> all;
    for (int run = 0; status && run < kEffort.repeats; ++run) {
      double one = 0;
      status = once(work, one);
      all.push_back(one);
    }
    if (status)
      result = medianOf(all);
    return status;
  }

  /// Median seconds of one of the passes of `work(passes)`, with as many as take long enough.
  template <class Work> Status secondsPerPass(const Work &work, double &result) {
    constexpr int kMost = 1 << 24;
    int passes = 1;
    for (;;) {
      double one = 0;
      if (Status status = once([&] { return work(passes); }, one); !status)
        return status;
      if (one >= kEffort.longEnough || passes >= kMost)
        break;
      const double wanted = one > 0 ? 1.5 * passes * kEffort.longEnough / one : 8.0 * passes;
      passes =
          static_cast<int>(std::clamp(wanted, 2.0 * passes, std::min(16.0 * passes, 1.0 * kMost)));
    }
    Status status = seconds([&] { return work(passes); }, result);
    result /= passes;
    return status;
  }

private:
  template <class Work> Status once(const Work &work, double &result) {
    Status status = watch.start(nullptr);
    if (status)
      status = work();
    if (status)
      status = watch.stop(nullptr);
    return status ? watch.seconds(result) : status;
  }

  device::Stopwatch watch;
};

/// 1e9 per second, of `count` things in `seconds`; 0 if it took no time.
inline double billions(double count, double seconds) {
  return seconds > 0 ? 1e-9 * count / seconds : 0;
}

} // namespace stencilc::probe
