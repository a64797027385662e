/// \file Checksums of all planes that rest on the host: kept when a plane leaves the device,
/// compared when it returns and when results are read.
///
/// A plane has a slot for each place on the host it may rest at. Calls are made in the order in
/// which tasks are enqueued, and what they enqueue runs beside the copies of its lane (Lane::fork).
#pragma once

#include "stencilc/DeviceRun.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/PlaneChecksum.h"
#include <vector>
namespace stencilc::inline STENCILC_SPACE {

/// Planes on the device that are about to leave it or have just arrived.
struct PlaneWindow {
  const unsigned char *data = nullptr;
  std::uint64_t pitch = 0, bytes = 0; // from one to the next; of one
  int count = 0;
};

class Checksums {
public:
  /// `makeSums` as StreamDescription::checksums has it.
  Checksums(Device &device,
            void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request))
      : device(device), makeSums(makeSums) {}
  Checksums(const Checksums &) = delete;
  Checksums &operator=(const Checksums &) = delete;
  ~Checksums() {
    device.release(memory);
    device.releaseHost(reinterpret_cast<unsigned char *>(marked), sizeof *marked);
  }

  /// Device bytes for so many slots.
  static std::uint64_t bytesFor(bool isGpu, std::uint64_t slots) {
    return (slots + (isGpu ? kScratch : 0)) * 8;
  }

  Status allocate(std::uint64_t slots) {
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
  bool isOn() const { return memory != nullptr; }

  /// What rests at these slots was written by the host.
  void forget(std::uint64_t slot, std::uint64_t count) {
    for (std::uint64_t i = slot; i < slot + count; ++i)
      known[i] = Unknown;
  }
  /// Planes go to slots from `slot` on.
  Status leave(Lane &lane, const PlaneWindow &window, std::uint64_t slot) {
    for (int i = 0; i < window.count; ++i)
      known[slot + static_cast<std::uint64_t>(i)] = Known;
    return enqueue<true>(lane, window, slot, 0, 1);
  }
  /// Planes have come from there in a pass. Those that were not known before are now if they will
  /// come again as they are (`isConstant`).
  Status arrive(Lane &lane, const PlaneWindow &window, std::uint64_t slot, int sweep,
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
        status = enqueue<false>(lane, part, first, tag, 0);
      } else if (isConstant) {
        status = enqueue<true>(lane, part, first, tag, 0);
        for (int i = begin; i < end; ++i)
          known[slot + static_cast<std::uint64_t>(i)] = Known;
      }
    }
    return status;
  }

  /// Whether a plane differed; its slot and the pass that read it. The device may be busy.
  bool isWrong(std::uint64_t &slot, int &sweep) const {
    const std::uint64_t mark = marked ? *static_cast<volatile std::uint64_t *>(marked) : 0;
    slot = (mark & 0xffffffffu) - 1;
    sweep = static_cast<int>(mark >> 32);
    return mark != 0;
  }

  /// Whether a plane still is as it left the device, as the host sees it; asked once for each that
  /// has left. Nothing may be under way.
  Status compare(const unsigned char *plane, std::uint64_t bytes, std::uint64_t slot,
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

private:
  enum State : unsigned char { Unknown, Known, Compared };

  /// `which` of two lanes: they work beside each other.
  template <bool IsKept>
  Status enqueue(Lane &lane, const PlaneWindow &window, std::uint64_t slot, std::uint64_t tag,
                 int which) {
    if (device.isGpu())
      return enqueueKernels(lane, window, slot, tag, which, IsKept);
    lane.call([this, window, slot, tag] {
      for (int i = 0; i < window.count; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        const std::uint64_t sum =
            checksumOf(window.data + number * window.pitch, 0, window.bytes / 8);
        if (IsKept)
          sums[slot + number] = sum;
        else if (sums[slot + number] != sum)
          *static_cast<volatile std::uint64_t *>(markedOnDevice) = tag + number;
      }
    });
    return {};
  }

  Status enqueueKernels(Lane &lane, const PlaneWindow &window, std::uint64_t slot,
                        std::uint64_t tag, int which, bool isKept) {
    DeviceRun run(device, lane.beside());
    makeSums(run.runtime(), {.planes = window.data,
                             .pitch = window.pitch,
                             .bytes = window.bytes,
                             .count = window.count,
                             .isKept = isKept,
                             .sums = sums + slot,
                             .tag = tag,
                             .partials = sums + known.size() + which * kChecksumPartials,
                             .found = markedOnDevice});
    return run.status();
  }

  /// Words that the kernels of a GPU work in.
  static constexpr std::uint64_t kScratch = 2 * kChecksumPartials;

  Device &device;
  void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
  std::vector<State> known; // slot by slot
  void *memory = nullptr;
  std::uint64_t *sums = nullptr;
  std::uint64_t *marked = nullptr, *markedOnDevice = nullptr; // pinned: both sides see it
};

} // namespace stencilc::inline STENCILC_SPACE
