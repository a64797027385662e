/// \file Device.h on the host: for the CPU target and for the CPU device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Processor.h"
#include "stencilc/cpu/HostMemory.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sys/mman.h>
#include <unistd.h>

namespace stencilc::device {

/// What the CPU device lets a block ask for: as much as sm_90 does.
inline constexpr std::size_t kSharedBytesPerBlock = std::size_t{227} << 10;

inline Status query(Info &info) {
  info.name = processorName();
  info.totalBytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                    static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  info.multiprocessors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  info.sharedBytesPerBlock = STENCILC_WORLD_CPU_DEVICE ? kSharedBytesPerBlock : 0;
  return {};
}

inline int multiprocessors() {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 ? static_cast<int>(cores) : 1;
}

inline std::string busId() { return ""; }

inline Status freeMemory(std::uint64_t &bytes) { return host::freeMemory(bytes); }

inline Status allocate(std::size_t bytes, void *&memory) {
  // Large buffers begin on a huge page: the loops then miss the TLB less often. The CPU device
  // takes the exact size instead, so that a sanitizer sees the first byte behind it.
  constexpr std::size_t kHuge = std::size_t{2} << 20;
  const bool huge = !STENCILC_WORLD_CPU_DEVICE && bytes >= 4 * kHuge;
  memory = nullptr;
  if (posix_memalign(&memory, huge ? kHuge : 256, bytes) != 0) {
    memory = nullptr;
    return Status::outOfMemory("allocating " + formatBytes(static_cast<double>(bytes)) +
                               " of host memory failed");
  }
  if (huge)
    madvise(memory, bytes, MADV_HUGEPAGE);
  if (STENCILC_WORLD_CPU_DEVICE)
    std::memset(memory, 0xff, bytes);
  return {};
}

inline void release(void *memory) { std::free(memory); }

inline Status fill(void *memory, unsigned char value, std::size_t bytes, Stream) {
  std::memset(memory, value, bytes);
  return {};
}

inline Status copy(Place to, ConstPlace from, Box box, Stream) {
  for (std::size_t z = 0; z < box.planes; ++z)
    for (std::size_t y = 0; y < box.rows; ++y)
      std::memcpy(static_cast<char *>(to.data) + z * to.planePitch + y * to.rowPitch,
                  static_cast<const char *>(from.data) + z * from.planePitch + y * from.rowPitch,
                  box.rowBytes);
  return {};
}

inline Status createStream(Stream &stream) {
  stream = nullptr;
  return {};
}
inline void destroyStream(Stream) {}
inline Status synchronize(Stream) { return {}; }

class Stopwatch {
public:
  Status start(Stream) { return record(0); }
  Status stop(Stream) { return record(1); }
  Status seconds(double &result) const {
    result = points[1] - points[0];
    return {};
  }

private:
  Status record(int which) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    points[which] = static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    return {};
  }

  double points[2] = {0, 0};
};

} // namespace stencilc::device
