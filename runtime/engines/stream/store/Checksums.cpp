/// \file Computes checksums of planes that leave the device, and compares them when the planes
/// return.
#include "runtime/engines/stream/store/Checksums.h"
#include "runtime/core/stepping/DeviceRun.h"
#include "stencilc/Description.h"
#include "stencilc/stream/Checksum.h"

namespace stencilc::inline STENCILC_SPACE {

Checksums::~Checksums() {
  device.release(memory);
  device.releaseHost(reinterpret_cast<unsigned char *>(marked), sizeof *marked);
}

Status Checksums::allocate(std::uint64_t slots) {
  known.assign(slots, Unknown);
  Status status = device.allocate(bytesFor(device.isGpu(), slots), memory);
  unsigned char *mark = nullptr;
  if (status)
    status = device.allocateHost(sizeof *marked, mark);
  if (!status)
    return status;
  marked = reinterpret_cast<std::uint64_t *>(mark);
  *marked = 0;
  sums = static_cast<std::uint64_t *>(memory);
  void *address = nullptr;
  status = device.addressOf(mark, address);
  markedOnDevice = static_cast<std::uint64_t *>(address);
  return status;
}

void Checksums::forget(std::uint64_t slot, std::uint64_t count) {
  for (std::uint64_t i = slot; i < slot + count; ++i)
    known[i] = Unknown;
}

Status Checksums::leave(Lane &lane, const PlaneWindow &window, std::uint64_t slot) {
  for (int i = 0; i < window.count; ++i)
    known[slot + static_cast<std::uint64_t>(i)] = Known;
  return enqueue<true>(lane, window, slot, 0, kOfLeaving);
}

Status Checksums::arrive(Lane &lane, const PlaneWindow &window, std::uint64_t slot, int sweep,
                         bool isConstant) {
  Status status;
  for (int begin = 0, end = 0; status && begin < window.count; begin = end) {
    const auto isKnown = [&](int i) {
      return known[slot + static_cast<std::uint64_t>(i)] != Unknown;
    };
    const bool isCompared = isKnown(begin);
    for (end = begin + 1; end < window.count && isKnown(end) == isCompared;)
      ++end;
    PlaneWindow part = window;
    part.data += static_cast<std::uint64_t>(begin) * window.pitch;
    part.count = end - begin;
    const std::uint64_t first = slot + static_cast<std::uint64_t>(begin);
    const std::uint64_t tag = (static_cast<std::uint64_t>(sweep) << 32) + first + 1;
    if (isCompared) {
      status = enqueue<false>(lane, part, first, tag, kOfArriving);
    } else if (isConstant) {
      status = enqueue<true>(lane, part, first, tag, kOfArriving);
      for (int i = begin; i < end; ++i)
        known[slot + static_cast<std::uint64_t>(i)] = Known;
    }
  }
  return status;
}

bool Checksums::isWrong(std::uint64_t &slot, int &sweep) const {
  const std::uint64_t mark = marked ? std::atomic_ref(*marked).load(std::memory_order_relaxed) : 0;
  slot = (mark & 0xffffffffu) - 1;
  sweep = static_cast<int>(mark >> 32);
  return mark != 0;
}

Status Checksums::compare(const unsigned char *plane, std::uint64_t bytes, std::uint64_t slot,
                          bool &isSame) {
  isSame = true;
  if (known[slot] != Known)
    return {};
  std::uint64_t sum = 0;
  Status status = device.copy({&sum, 8, 8}, {sums + slot, 8, 8}, {8}, nullptr);
  if (status)
    status = device.synchronize(nullptr);
  if (status && (isSame = sum == checksumByAll(plane, bytes)))
    known[slot] = Compared;
  return status;
}

Status Checksums::enqueueKernels(Lane &lane, const PlaneWindow &window, std::uint64_t slot,
                                 std::uint64_t tag, Lanes which, bool isKept) {
  DeviceRun run(which == kOfLeaving ? last : device, lane.beside());
  makeSums(run.runtime(),
           {.planes = window.data,
            .pitch = window.pitch,
            .bytes = window.bytes,
            .count = window.count,
            .isKept = isKept,
            .sums = sums + slot,
            .tag = tag,
            .partials = sums + known.size() + std::ptrdiff_t{which} * kChecksumPartials,
            .found = markedOnDevice});
  return run.status();
}

} // namespace stencilc::inline STENCILC_SPACE
