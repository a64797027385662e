/// \file Implements HostDevice, the device whose memory is host memory. Threads of the host do its
/// work.
#include "runtime/core/device/HostDevice.h"
#include "runtime/core/device/HostCopy.h"
#include "runtime/core/device/HostMemory.h"
#include "runtime/core/device/LaneHost.h"
#include "runtime/core/device/Processor.h"
#include "runtime/core/device/RingHost.h"
#include "runtime/core/device/Team.h"
#include "runtime/core/support/Seconds.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

Device &hostDevice() {
  static HostDevice device;
  return device;
}

Status HostDevice::query(device::Info &info) {
  info.name = processorName();
  info.totalBytes = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                    static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  info.multiprocessors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  info.sharedBytesPerBlock = 0;
  return {};
}

int HostDevice::multiprocessors() { return hostThreads(); }

Status HostDevice::freeMemory(std::uint64_t &bytes) { return host::freeMemory(bytes); }

/// Allocates host memory. Large buffers begin on a huge page of 2 MiB, so that loops have fewer TLB
/// misses.
Status HostDevice::allocate(std::size_t bytes, void *&memory) {
  constexpr std::size_t kHuge = std::size_t{2} << 20;
  const bool huge = bytes >= 4 * kHuge;
  memory = nullptr;
  if (posix_memalign(&memory, huge ? kHuge : 256, bytes) != 0) {
    memory = nullptr;
    return Status::outOfMemory("allocating " + formatBytes(static_cast<double>(bytes)) +
                               " of host memory failed");
  }
  if (huge)
    madvise(memory, bytes, MADV_HUGEPAGE);
  return {};
}

void HostDevice::release(void *memory) { std::free(memory); }

Status HostDevice::fill(void *memory, unsigned char value, std::size_t bytes, Stream) {
  std::memset(memory, value, bytes);
  return {};
}

Status HostDevice::copy(device::Place to, device::ConstPlace from, device::Box box, Stream) {
  host::copyBox(to, from, box);
  return {};
}

namespace {

/// Stopwatch for the host. It reads a clock when it is called, because work on the host is done
/// before calls return.
class SteadyStopwatch final : public Stopwatch {
public:
  Status start(Stream) override {
    points[0] = secondsNow();
    return {};
  }
  Status stop(Stream) override {
    points[1] = secondsNow();
    return {};
  }
  Status seconds(double &result) const override {
    result = points[1] - points[0];
    return {};
  }

private:
  double points[2] = {0, 0};
};

} // namespace

std::unique_ptr<Stopwatch> HostDevice::makeStopwatch() {
  return std::make_unique<SteadyStopwatch>();
}

Status HostDevice::launch(Stream, const KernelLaunch &launch) {
  return Status::invalid(std::string("kernel '") + launch.name + "': the host runs no kernels");
}

Status HostDevice::mapTensor(const TensorRequest &) {
  return Status::invalid("the host has no tensor maps");
}

Status HostDevice::ringUnit(std::uint64_t &bytes) {
  bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return {};
}

Status HostDevice::allocateRing(std::uint64_t bytes, unsigned char *&memory) {
  return host::allocateRing(bytes, memory);
}
void HostDevice::releaseRing(unsigned char *memory, std::uint64_t bytes) {
  host::releaseRing(memory, bytes);
}

Status HostDevice::allocateHost(std::uint64_t bytes, unsigned char *&memory) {
  void *place = nullptr;
  Status status = allocate(bytes, place);
  memory = static_cast<unsigned char *>(place);
  return status;
}

Status HostDevice::addressOf(unsigned char *host, void *&address) {
  address = host;
  return {};
}

Status HostDevice::measureLink(LinkRate &, bool &isMeasured) {
  isMeasured = false; // device memory is host memory
  return {};
}

Status HostDevice::makeLane(bool isApart, std::unique_ptr<Lane> &lane) {
  lane = std::make_unique<LaneHost>(isApart);
  return {};
}

std::uint64_t HostDevice::lastCacheBytes() {
  const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

} // namespace stencilc::inline STENCILC_SPACE
