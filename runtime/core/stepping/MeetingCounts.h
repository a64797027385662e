/// \file Counters in device memory with which the blocks of a cooperative launch wait for each
/// other.
#pragma once

#include "runtime/core/device/Device.h"
#include "stencilc/Meeting.h"

namespace stencilc::inline STENCILC_SPACE {

/// Counters of one run with which the blocks of a cooperative launch wait for each other. All
/// launches of the run use the same counters, because they never overlap. The memory is allocated
/// before the first launch that needs it.
class MeetingCounts {
public:
  explicit MeetingCounts(Device &device) : device(device) {}
  MeetingCounts(const MeetingCounts &) = delete;
  MeetingCounts &operator=(const MeetingCounts &) = delete;
  ~MeetingCounts() {
    if (counts)
      device.release(counts);
  }

  /// Returns the largest number of blocks that can wait for each other: one for each multiprocessor
  /// of a GPU. On the CPU device (an emulated GPU) it is limited by the stacks of threads.
  int mostBlocks() {
    constexpr int kEmulated = 32;
    return device.isGpu() ? device.multiprocessors() : kEmulated;
  }

  /// Sets `meeting` to the counters for the next launch in `stream`, in which `blocks` blocks wait
  /// for each other. Each block announces at most `points` points. Fails if there are more than
  /// mostBlocks() blocks.
  Status next(int blocks, int points, Stream stream, Meeting &meeting) {
    if (blocks > mostBlocks())
      return Status::invalid(
          format("the blocks of a kernel wait for each other: all %d must run at "
                 "the same time, and the device has room for %d",
                 blocks, mostBlocks()));
    if (!counts) {
      constexpr std::size_t kBytes = sizeof(UInt32) * kMostMeeting * kMeetingStride;
      Status status = device.allocate(kBytes, counts);
      if (status)
        status = device.fill(counts, 0, kBytes, stream);
      if (!status)
        return status;
    }
    meeting = {static_cast<UInt32 *>(counts), before};
    before += static_cast<UInt32>(points);
    return {};
  }

private:
  Device &device;
  void *counts = nullptr;
  UInt32 before = 0; // highest count that the launches so far can reach
};

} // namespace stencilc::inline STENCILC_SPACE
