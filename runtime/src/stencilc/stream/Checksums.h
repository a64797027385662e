/// \file Checksums of all planes that rest on the host: kept when a plane leaves the device,
/// compared when it returns and when results are read.
///
/// A plane has a slot for each place on the host it may rest at. Calls are made in the order in
/// which tasks are enqueued, and what they enqueue runs beside the copies of its lane (Lane::fork).
#pragma once

#include "stencilc/stream/Checksum.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/PlaneChecksum.h"
#include <atomic>
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
  /// `makeSums` as StreamDescription::checksums has it. Planes come to `device`, where the sums
  /// are, and leave from `last`, which can reach its memory.
  Checksums(Device &device, Device &last,
            void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request))
      : device(device), last(last), makeSums(makeSums) {}
  Checksums(const Checksums &) = delete;
  Checksums &operator=(const Checksums &) = delete;
  ~Checksums();

  /// Device bytes for so many slots.
  static std::uint64_t bytesFor(bool isGpu, std::uint64_t slots) {
    return (slots + (isGpu ? kScratch : 0)) * 8;
  }

  Status allocate(std::uint64_t slots);
  bool isOn() const { return memory != nullptr; }

  /// What rests at these slots was written by the host.
  void forget(std::uint64_t slot, std::uint64_t count);
  /// Planes go to slots from `slot` on.
  Status leave(Lane &lane, const PlaneWindow &window, std::uint64_t slot);
  /// Planes have come from there in a traversal. Those that were not known before are now if they
  /// will come again as they are (`isConstant`).
  Status arrive(Lane &lane, const PlaneWindow &window, std::uint64_t slot, int sweep,
                bool isConstant);

  /// Whether a plane differed; its slot and the traversal that read it. The device may be busy.
  bool isWrong(std::uint64_t &slot, int &sweep) const;

  /// Whether a plane still is as it left the device, as the host sees it; asked once for each that
  /// has left. Nothing may be under way.
  Status compare(const unsigned char *plane, std::uint64_t bytes, std::uint64_t slot, bool &isSame);

private:
  enum State : unsigned char { Unknown, Known, Compared };

  enum Lanes { kOfArriving, kOfLeaving }; // they work beside each other

  template <bool IsKept>
  Status enqueue(Lane &lane, const PlaneWindow &window, std::uint64_t slot, std::uint64_t tag,
                 Lanes which) {
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
          std::atomic_ref(*markedOnDevice).store(tag + number, std::memory_order_relaxed);
      }
    });
    return {};
  }

  Status enqueueKernels(Lane &lane, const PlaneWindow &window, std::uint64_t slot,
                        std::uint64_t tag, Lanes which, bool isKept);

  /// Words that the kernels of a GPU work in.
  static constexpr std::uint64_t kScratch = std::uint64_t{2} * kChecksumPartials;

  Device &device, &last;
  void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
  std::vector<State> known; // slot by slot
  void *memory = nullptr;
  std::uint64_t *sums = nullptr;
  std::uint64_t *marked = nullptr, *markedOnDevice = nullptr; // pinned: both sides see it
};

} // namespace stencilc::inline STENCILC_SPACE
