/// \file Ring buffers on the host: a memory file that is mapped twice, between inaccessible pages.
#include "runtime/core/device/RingHost.h"
#include "runtime/core/support/Text.h"
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE::host {

namespace {

/// Size in bytes of the inaccessible memory on each side of a ring buffer (memory for a moving
/// range of planes). Kernels address planes relative to plane 0. In all domains of the tests, an
/// access with a wrong plane index therefore hits this memory and faults.
constexpr std::uint64_t kGuardBytes = std::uint64_t{1} << 30;

std::uint64_t mappedBytes(std::uint64_t bytes) { return 2 * bytes + 2 * kGuardBytes; }

} // namespace

Status allocateRing(std::uint64_t bytes, unsigned char *&memory) {
  memory = nullptr;
  const auto fail = [&] {
    return Status::outOfMemory("allocating a ring of " + formatBytes(static_cast<double>(bytes)) +
                               " failed: " + std::strerror(errno));
  };
  const int file = memfd_create("stencilc ring", MFD_CLOEXEC);
  if (file < 0)
    return fail();
  void *place = MAP_FAILED;
  if (ftruncate(file, static_cast<off_t>(bytes)) == 0)
    place = mmap(nullptr, mappedBytes(bytes), PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  bool good = place != MAP_FAILED;
  unsigned char *const first = good ? static_cast<unsigned char *>(place) + kGuardBytes : nullptr;
  for (int half = 0; good && half < 2; ++half)
    good = mmap(first + half * bytes, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                0) != MAP_FAILED;
  Status status = good ? Status() : fail();
  close(file); // the mappings keep the file
  if (good) {
    memory = first;
    std::memset(memory, 0xff, bytes); // NaN, so that reads of uninitialised cells are found
  } else if (place != MAP_FAILED) {
    munmap(place, mappedBytes(bytes));
  }
  return status;
}

void releaseRing(unsigned char *memory, std::uint64_t bytes) {
  if (memory)
    munmap(memory - kGuardBytes, mappedBytes(bytes));
}

} // namespace stencilc::inline STENCILC_SPACE::host
