/// \file Checksums of all planes that are stored on the host between traversals. They are computed
/// when a plane leaves the device, and compared when it returns or when results are read.
///
/// Each location of a plane in host memory has a slot for a checksum. Functions are called in the
/// order in which tasks are enqueued. The work that they enqueue runs parallel to the copies in its
/// queue (Lane::fork).
#pragma once

#include "stencilc/stream/Checksum.h"
#include "stencilc/stream/Lane.h"
#include "stencilc/stream/PlaneChecksum.h"
#include <atomic>
#include <vector>
namespace stencilc::inline STENCILC_SPACE {

/// Planes in device memory that are about to be copied to the host, or have just been copied from
/// it.
struct PlaneWindow {
  const unsigned char *data = nullptr;
  std::uint64_t pitch = 0, bytes = 0; // bytes from plane to plane; bytes of a plane
  int count = 0;
};

class Checksums {
public:
  /// Prepares checksums that `makeSums` computes (see StreamDescription::checksums) and that are
  /// stored in memory of `device`. Planes arrive at `device` and leave from `last`, which can
  /// access that memory.
  Checksums(Device &device, Device &last,
            void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request))
      : device(device), last(last), makeSums(makeSums) {}
  Checksums(const Checksums &) = delete;
  Checksums &operator=(const Checksums &) = delete;
  ~Checksums();

  /// Returns the device memory in bytes that `slots` checksums need.
  static std::uint64_t bytesFor(bool isGpu, std::uint64_t slots) {
    return (slots + (isGpu ? kScratch : 0)) * 8;
  }

  Status allocate(std::uint64_t slots);
  bool isOn() const { return memory != nullptr; }

  /// Marks `count` checksums from `slot` on as unknown, because the host has written the planes.
  void forget(std::uint64_t slot, std::uint64_t count);
  /// Enqueues the computation of checksums for planes that leave the device. They are stored in
  /// slots from `slot` on.
  Status leave(Lane &lane, const PlaneWindow &window, std::uint64_t slot);
  /// Enqueues the comparison of planes that have arrived in traversal `sweep` with the checksums
  /// from `slot` on. If a checksum is unknown and the planes will arrive again unchanged
  /// (`isConstant`), it is computed and stored instead.
  Status arrive(Lane &lane, const PlaneWindow &window, std::uint64_t slot, int sweep,
                bool isConstant);

  /// Returns true if a plane differed from its checksum. Sets `slot` to its slot and `sweep` to the
  /// traversal that read it. The device may be busy.
  bool isWrong(std::uint64_t &slot, int &sweep) const;

  /// Compares a plane in host memory with its checksum and sets `isSame`. It is true if the
  /// checksum is unknown or was compared before. No task may be running.
  Status compare(const unsigned char *plane, std::uint64_t bytes, std::uint64_t slot, bool &isSame);

private:
  enum State : unsigned char { Unknown, Known, Compared };

  enum Lanes { kOfArriving, kOfLeaving }; // they run in parallel, with scratch memory of their own

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

  /// Scratch memory of the checksum kernels on a GPU, in 8-byte words.
  static constexpr std::uint64_t kScratch = std::uint64_t{2} * kChecksumPartials;

  Device &device, &last;
  void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
  std::vector<State> known; // state of each slot
  void *memory = nullptr;
  std::uint64_t *sums = nullptr;
  // Pinned host memory, visible to both sides.
  std::uint64_t *marked = nullptr, *markedOnDevice = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
