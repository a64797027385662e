/// \file Times work on a device for the probe (`stencilc probe`, which measures a machine). Work is
/// repeated after a warm-up, and the result is the median of several times.
#pragma once

#include "runtime/core/device/Device.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "runtime/core/support/Seconds.h"
#include "stencilc/probe/ProbeKernels.h"
#include <algorithm>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::probe {

/// Settings of the probe (which measures a machine): how often it repeats work, how long a timed
/// run must be, and how much memory it may use.
struct Effort {
  double warmUp = 0.05;     // seconds of the same work before the timed runs
  double longEnough = 4e-3; // seconds after which the overhead of the clock is negligible
  int repeats = 7;          // timed runs, of which the median is used
  int launches = 1000;      // empty kernels that are timed together
  std::uint64_t most = std::uint64_t{4} << 30;        // largest buffer in device memory, in bytes
  std::uint64_t hostLeast = std::uint64_t{128} << 20; // smallest array in host memory, in bytes
  std::uint64_t hostMost = std::uint64_t{1} << 30;
};
/// Settings of the probe for tests on the CPU device (an emulated GPU). Work is small and hardly
/// repeated, because the measured times are of no use.
inline constexpr Effort kEmulatedEffort = {0, 0, 1, 2, 1 << 18, 1 << 18, 1 << 18};
inline Effort effortFor(bool isEmulated) { return isEmulated ? kEmulatedEffort : Effort(); }

inline double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Device memory that is released at the end of its scope.
class Buffer {
public:
  explicit Buffer(Device &device) : device(device) {}
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { device.release(memory); }

  /// Allocates `wanted` bytes and sets them to 0.
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

/// Device that the probe (which measures a machine) works on, with the probe's kernels and a
/// stopwatch. Kernels and copies go to the default stream unless a stream is given.
class Bench {
public:
  Bench(Device &device, const ProbeKernels &kernels)
      : device(device), kernels(kernels), effort(effortFor(device.isEmulated())),
        watch(device.makeStopwatch()) {}

  Device &device;
  const ProbeKernels &kernels;
  const Effort effort;

  /// Calls `work(runtime)`, which launches kernels. `runtime` is the interface of kernels to the
  /// device, and enqueues the launches on `stream`. Returns the first error of a launch, or
  /// success.
  template <class Work> Status launch(const Work &work, Stream stream = nullptr) {
    DeviceRun run(device, stream);
    work(run.runtime());
    return run.status();
  }

  /// Sets `result` to the median time of `work()`, in seconds. `work` enqueues operations on the
  /// default stream and returns a Status.
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

  /// Sets `result` to the median time of one pass, in seconds. A pass is one repetition of the
  /// work, and `work(passes)` enqueues `passes` of them. Their number is increased until one call
  /// takes long enough to be timed.
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

/// Returns `count` divided by `seconds`, in units of 1e9 per second, or 0 if `seconds` is 0.
inline double billions(double count, double seconds) {
  return seconds > 0 ? 1e-9 * count / seconds : 0;
}

} // namespace stencilc::inline STENCILC_SPACE::probe
