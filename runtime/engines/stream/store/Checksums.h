/// \file Checksums of all planes that an out-of-core run stores in host memory. A checksum is
/// computed when the plane leaves the device, and compared when the plane returns or results are
/// read.
///
/// Each location of a plane in host memory has a slot: the number of its checksum. Functions are
/// called in the order in which tasks are enqueued. Their work runs in parallel to the copies of
/// the same task queue (Lane::fork).
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/files/PlaneChecksum.h"
#include "stencilc/stream/Checksum.h"
#include <atomic>
#include <vector>
namespace stencilc::inline STENCILC_SPACE {

/// Planes in device memory for which checksums are computed or compared: they will be copied to the
/// host, or have arrived from it.
struct PlaneWindow {
  const unsigned char *data = nullptr;
  std::uint64_t pitch = 0, bytes = 0; // bytes from plane to plane; bytes of a plane
  int count = 0;
};

class Checksums {
public:
  /// Creates an object without checksums. `makeSums` is the function of the compiled program that
  /// computes checksums on a GPU. Planes arrive at `device`, whose memory holds the checksums.
  /// Planes leave from `last`, the last device that they pass through, which can access that
  /// memory.
  Checksums(Device &device, Device &last,
            void (*makeSums)(const Runtime &runtime, const ChecksumRequest &request))
      : device(device), last(last), makeSums(makeSums) {}
  Checksums(const Checksums &) = delete;
  Checksums &operator=(const Checksums &) = delete;
  ~Checksums();

  /// Returns the bytes of device memory for `slots` checksums, including the scratch memory of a
  /// GPU.
  static std::uint64_t bytesFor(bool isGpu, std::uint64_t slots) {
    return (slots + (isGpu ? kScratch : 0)) * 8;
  }

  Status allocate(std::uint64_t slots);
  bool isOn() const { return memory != nullptr; }

  /// Marks `count` checksums, the first with index `slot`, as unknown, because the host has written
  /// these planes.
  void forget(std::uint64_t slot, std::uint64_t count);
  /// Enqueues in `lane` the computation of one checksum for each plane of `window`. These planes
  /// are on the device and will be copied to the host. The checksum of the first plane is stored
  /// with index `slot`, and the others follow.
  Status leave(Lane &lane, const PlaneWindow &window, std::uint64_t slot);
  /// Enqueues the comparison of arrived planes with the checksums from index `slot` on. `sweep` is
  /// the number of the traversal (pass of all planes). An unknown checksum is computed and stored
  /// if the planes will arrive again unchanged (`isConstant`).
  Status arrive(Lane &lane, const PlaneWindow &window, std::uint64_t slot, int sweep,
                bool isConstant);

  /// Returns true if a plane has been found that differs from its checksum. Then sets `slot` to the
  /// index of that checksum, and `sweep` to the number of the traversal (pass of all planes) that
  /// read the plane. May be called while the device is busy.
  bool isWrong(std::uint64_t &slot, int &sweep) const;

  /// Compares a plane in host memory with the checksum of index `slot`, and sets `isSame` to true
  /// if they agree. An unknown checksum, or one compared before, counts as equal. No task may be
  /// running.
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

  /// Size of the scratch memory of the checksum kernels on a GPU, in 8-byte words.
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
