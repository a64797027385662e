/// \file Allocates and pins host memory.
#include "runtime/core/device/cuda/PinnedMemory.h"
#include "runtime/core/device/Parallel.h"
#include "runtime/core/device/cuda/Driver.h"
#include "runtime/core/support/Text.h"
#include <cstring>
#include <sys/mman.h>

namespace stencilc::inline STENCILC_SPACE::cuda {

namespace {

constexpr unsigned kPortable = 1; // CU_MEMHOSTREGISTER_PORTABLE: pinned for all GPUs of the process

/// Writes zeros to the memory with all host threads, before it is pinned, so that pages are
/// allocated near the processors that will use them.
void touch(unsigned char *memory, std::uint64_t bytes) {
  constexpr std::uint64_t kPiece = std::uint64_t{16} << 20;
  parallelFor(static_cast<std::int64_t>((bytes + kPiece - 1) / kPiece), [&](std::int64_t piece) {
    const std::uint64_t begin = static_cast<std::uint64_t>(piece) * kPiece;
    std::memset(memory + begin, 0, begin + kPiece < bytes ? kPiece : bytes - begin);
  });
}

void unpin(unsigned char *memory, std::uint64_t bytes) {
  for (std::uint64_t begin = 0; begin < bytes; begin += kPinnedPiece)
    giveBack(&Driver::hostUnregister, memory + begin);
}

} // namespace

Status allocateHost(std::uint64_t bytes, unsigned char *&memory) {
  memory = nullptr;
  const Driver *driver = nullptr;
  Status status = enter(driver);
  if (!status)
    return status;
  void *const place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED)
    return Status::outOfMemory("allocating " + formatBytes(static_cast<double>(bytes)) +
                               " of host memory failed");
  madvise(place, bytes, MADV_HUGEPAGE);
  auto *const start = static_cast<unsigned char *>(place);
  touch(start, bytes);
  for (std::uint64_t begin = 0; begin < bytes; begin += kPinnedPiece) {
    const std::uint64_t count = begin + kPinnedPiece < bytes ? kPinnedPiece : bytes - begin;
    status = call("pinning " + formatBytes(static_cast<double>(count)) + " of host memory",
                  &Driver::hostRegister, start + begin, count, kPortable);
    if (!status) {
      unpin(start, begin);
      munmap(place, bytes);
      return status;
    }
  }
  memory = start;
  return status;
}

void releaseHost(unsigned char *memory, std::uint64_t bytes) {
  if (!memory)
    return;
  unpin(memory, bytes);
  munmap(memory, bytes);
}

Status addressOf(unsigned char *host, void *&address) {
  DevicePointer found = 0;
  Status status = call("asking where the device sees host memory", &Driver::hostGetDevicePointer,
                       &found, host, 0);
  address = reinterpret_cast<void *>(found);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE::cuda
