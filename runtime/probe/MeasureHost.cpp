/// \file Measures the bandwidth of host memory with all threads, by a copy and STREAM's triad (a =
/// b + s c), and of the L2 cache of each core.
///
/// Source: McCalpin, "Memory bandwidth and machine balance in current high performance computers"
/// (1995). As in that paper, the bytes read and written count. Cache lines that a store reads first
/// do not count.
#include "runtime/core/device/Parallel.h"
#include "runtime/probe/Measure.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE::probe {

namespace {

/// Three arrays of doubles in host memory, on huge pages if the system has them. Each thread first
/// writes the cells on which it will work, so that they are allocated near its processor.
class HostArrays {
public:
  HostArrays() = default;
  HostArrays(const HostArrays &) = delete;
  HostArrays &operator=(const HostArrays &) = delete;
  ~HostArrays() {
    for (double *array : arrays)
      std::free(array);
  }

  Status allocate(std::size_t cells) {
    constexpr std::size_t kHuge = std::size_t{2} << 20;
    count = cells;
    for (double *&array : arrays) {
      void *memory = nullptr;
      if (posix_memalign(&memory, kHuge, cells * sizeof(double)) != 0)
        return Status::outOfMemory("no host memory for the probe's arrays");
      madvise(memory, cells * sizeof(double), MADV_HUGEPAGE);
      array = static_cast<double *>(memory);
    }
    eachPart(hostThreads(), [&](std::size_t begin, std::size_t end) {
      for (double *array : arrays)
        for (std::size_t i = begin; i < end; ++i)
          array[i] = 1;
    });
    return {};
  }

  /// Divides the cells of an array into `threads` ranges of equal size, and calls `work(begin,
  /// end)` for each range on a thread of its own. `begin` is the index of the first cell, and `end`
  /// that of the cell after the last one.
  template <class Work> void eachPart(int threads, const Work &work) const {
    parallelFor(threads, [&](std::int64_t part) {
      const auto at = [&](std::int64_t p) { return count * std::size_t(p) / std::size_t(threads); };
      work(at(part), at(part + 1));
    });
  }
  void copy(int threads) const {
    eachPart(threads, [&](std::size_t begin, std::size_t end) {
      std::memcpy(arrays[0] + begin, arrays[1] + begin, (end - begin) * sizeof(double));
    });
  }
  /// Copies the first `cells` cells of each thread's part from one array to another and back, on
  /// `threads` threads at once. Each thread makes `times` copies. The cells stay in the thread's
  /// cache.
  void copyNear(int threads, std::size_t cells, int times) const {
    eachPart(threads, [&](std::size_t begin, std::size_t end) {
      const std::size_t few = std::min(cells, end - begin);
      for (int time = 0; time < times; ++time) // each copy reads the result of the previous one
        std::memcpy(arrays[time % 2] + begin, arrays[1 - time % 2] + begin, few * sizeof(double));
    });
  }
  void triad(int threads, double factor) const {
    eachPart(threads, [&](std::size_t begin, std::size_t end) {
      double *__restrict a = arrays[0];
      const double *__restrict b = arrays[1], *__restrict c = arrays[2];
      for (std::size_t i = begin; i < end; ++i)
        a[i] = b[i] + factor * c[i];
    });
  }
  /// Returns cell `i` (modulo the number of cells) of the first array. The use of this value keeps
  /// the compiler from removing the loops that write the array.
  double read(std::size_t i) const { return arrays[0][i % count]; }

private:
  double *arrays[3] = {nullptr, nullptr, nullptr};
  std::size_t count = 0;
};

/// Returns the median time of `work()` in seconds, on the host's clock.
template <class Work> double hostSeconds(int repeats, const Work &work) {
  std::vector<double> all;
  work();
  for (int run = 0; run < repeats; ++run) {
    const double start = secondsNow();
    work();
    all.push_back(secondsNow() - start);
  }
  return medianOf(all);
}

/// Returns the number of f64 cells of an array for measurements: 64 MiB for each host thread, more
/// than its share of the caches. The bytes of the array are limited to the range from `hostLeast`
/// to `hostMost` of `effort`.
std::size_t hostCells(const Effort &effort) {
  const std::uint64_t bytes = (std::uint64_t{64} << 20) * static_cast<std::uint64_t>(hostThreads());
  return std::clamp(bytes, effort.hostLeast, effort.hostMost) / sizeof(double);
}

/// Returns the size of the L2 cache of a core in bytes, or 0 if the system does not report it.
std::uint64_t bytesOfL2() {
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

/// Returns the measured bandwidth of the L2 caches of all threads together, in GB/s. Each thread
/// copies one quarter of its cache, which has `l2Bytes` bytes, to another quarter.
double measureL2(const Effort &effort, const HostArrays &arrays, std::uint64_t l2Bytes) {
  constexpr int kTimes = 200;
  const int threads = hostThreads();
  const std::size_t cells = l2Bytes / 4 / sizeof(double);
  const double bytes = 2.0 * double(cells * sizeof(double)) * kTimes * threads;
  return billions(bytes,
                  hostSeconds(effort.repeats, [&] { arrays.copyNear(threads, cells, kTimes); }));
}

} // namespace

Status measureHost(const Effort &effort, Host &host) {
  const std::size_t cells = hostCells(effort);
  const auto bytes = static_cast<double>(cells * sizeof(double));
  HostArrays arrays;
  if (Status status = arrays.allocate(cells); !status)
    return status;
  const int threads = hostThreads();
  host.copy = billions(2 * bytes, hostSeconds(effort.repeats, [&] { arrays.copy(threads); }));
  double factor = 0.5, sum = 0;
  host.triad = billions(3 * bytes, hostSeconds(effort.repeats, [&] {
                          arrays.triad(threads, factor);
                          sum += arrays.read(cells / 2);
                          factor += 0.125;
                        }));
  host.copyOneThread = billions(2 * bytes, hostSeconds(effort.repeats, [&] { arrays.copy(1); }));
  host.l2Bytes = bytesOfL2();
  if (host.l2Bytes > 0 && host.l2Bytes / 2 * std::uint64_t(threads) <= cells * sizeof(double))
    host.l2Copy = measureL2(effort, arrays, host.l2Bytes);
  return sum == 0 ? Status::device("the host's triad gave no numbers") : Status();
}

} // namespace stencilc::inline STENCILC_SPACE::probe
