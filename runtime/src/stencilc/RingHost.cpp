/// \file A file in memory, mapped twice.
#include "stencilc/RingHost.h"
#include "stencilc/Text.h"
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE::host {

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
    place = mmap(nullptr, 2 * bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool good = place != MAP_FAILED;
  for (int half = 0; good && half < 2; ++half)
    good = mmap(static_cast<unsigned char *>(place) + half * bytes, bytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
  Status status = good ? Status() : fail();
  close(file); // the mappings keep it
  if (good) {
    memory = static_cast<unsigned char *>(place);
    std::memset(memory, 0xff, bytes); // use before it is written shows
  } else if (place != MAP_FAILED) {
    munmap(place, 2 * bytes);
  }
  return status;
}

void releaseRing(unsigned char *memory, std::uint64_t bytes) {
  if (memory)
    munmap(memory, 2 * bytes);
}

} // namespace stencilc::inline STENCILC_SPACE::host
