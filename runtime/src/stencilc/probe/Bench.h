/// \file How the probe times: device events around work, after warming up, the median of several.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/DeviceRun.h"
#include "stencilc/Seconds.h"
#include "stencilc/probe/ProbeKernels.h"
#include <algorithm>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::probe {

/// How much is done.
struct Effort {
  double warmUp = 0.05;     // seconds of the same work before it counts
  double longEnough = 4e-3; // seconds that make starting and stopping the clock negligible
  int repeats = 7;          // timed runs, of which the median counts
  int launches = 1000;      // empty kernels timed together
  std::uint64_t most = std::uint64_t{4} << 30;        // bytes of a buffer in memory
  std::uint64_t hostLeast = std::uint64_t{128} << 20; // bytes of an array of the host
  std::uint64_t hostMost = std::uint64_t{1} << 30;
};
/// On the CPU device times mean nothing: everything runs once, and small.
inline constexpr Effort kEmulatedEffort = {0, 0, 1, 2, 1 << 18, 1 << 18, 1 << 18};
inline Effort effortFor(bool isEmulated) { return isEmulated ? kEmulatedEffort : Effort(); }

inline double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Memory of a device that goes with its scope.
class Buffer {
public:
  explicit Buffer(Device &device) : device(device) {}
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { device.release(memory); }

  /// All bytes are 0 afterwards.
  Status allocate(std::uint64_t wanted) {
    bytes = wanted;
    Status status = device.allocate(wanted, memory);
    return status ? device.fill(memory, 0, wanted, nullptr) : status;
  }
  template <class T = void> T *as() const { return static_cast<T *>(memory); }
  std::uint64_t size() const { return bytes; }

private:
  Device &device;
  void *memory = nullptr;
  std::uint64_t bytes = 0;
};

/// A device, the kernels that it is measured with, and a clock. All work goes to the default stream
/// but for what is said otherwise.
class Bench {
public:
  Bench(Device &device, const ProbeKernels &kernels)
      : device(device), kernels(kernels), effort(effortFor(device.isEmulated())),
        watch(device.makeStopwatch()) {}

  Device &device;
  const ProbeKernels &kernels;
  const Effort effort;

  /// What work(runtime) launches, enqueued.
  template <class Work> Status launch(const Work &work, Stream stream = nullptr) {
    DeviceRun run(device, stream);
    work(run.runtime());
    return run.status();
  }

  /// Median seconds of `work()`, which enqueues something and returns a Status.
  template <class Work> Status seconds(const Work &work, double &result) {
    const double start = secondsNow();
    Status status;
    do {
      status = work();
      if (status)
        status = device.synchronize(nullptr);
    } while (status && secondsNow() - start < effort.warmUp);
    std::vector<double> all;
    for (int run = 0; status && run < effort.repeats; ++run) {
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
      if (one >= effort.longEnough || passes >= kMost)
        break;
      const double wanted = one > 0 ? 1.5 * passes * effort.longEnough / one : 8.0 * passes;
      passes =
          static_cast<int>(std::clamp(wanted, 2.0 * passes, std::min(16.0 * passes, 1.0 * kMost)));
    }
    Status status = seconds([&] { return work(passes); }, result);
    result /= passes;
    return status;
  }

private:
  template <class Work> Status once(const Work &work, double &result) {
    Status status = watch->start(nullptr);
    if (status)
      status = work();
    if (status)
      status = watch->stop(nullptr);
    return status ? watch->seconds(result) : status;
  }

  std::unique_ptr<Stopwatch> watch;
};

/// 1e9 per second, of `count` things in `seconds`; 0 if it took no time.
inline double billions(double count, double seconds) {
  return seconds > 0 ? 1e-9 * count / seconds : 0;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
