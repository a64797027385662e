/// \file Repeated kernel launches, enqueued many at a time as one recording (a CUDA graph).
///
/// On small grids the host needs longer to enqueue a kernel than the device to run it. Time steps
/// enqueue the same few launches periodically, because buffers are exchanged periodically. Once a
/// period has been seen often enough, many launches are recorded, and later enqueued as one. A
/// launch matches only if all bytes of it agree, so that no knowledge about the steps is needed.
#pragma once

#include "stencilc/LaunchQueue.h"
#include "stencilc/RecordedLaunch.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// A queue that detects periodic launches and enqueues them as recordings.
class RepeatedLaunches final : public LaunchQueue {
public:
  explicit RepeatedLaunches(Device &device) : device(device) {}

  void beginStep(std::int64_t left) override;
  /// Enqueues `launch` after all launches before. Holds it back instead if it continues a recorded
  /// sequence that the remaining steps will complete.
  Status take(const KernelLaunch &launch, Stream stream) override;
  Status flush() override;
  /// Discards all launches and recordings, because their kernels may be unloaded.
  void forget();

private:
  Status watch(const KernelLaunch &launch);
  Status follow(const KernelLaunch &launch);
  /// Handles a launch that no recording can include: it does not match the period, or too few
  /// launches follow it. After many of them the recording is discarded.
  Status miss(const KernelLaunch &launch);
  Status record();
  /// Returns the number of launches of `steps` time steps, if each has as many as the last one.
  std::size_t launchesOf(std::int64_t steps) const {
    return static_cast<std::size_t>(steps) * ofStep;
  }
  /// Enqueues `count` launches of the periodic sequence one by one, from its first launch on.
  Status enqueue(std::size_t count, Stream to) const;

  Device &device;
  Stream stream = nullptr; // of the launches held back
  bool isRefused = false;  // the device cannot record
  /// Steps that remain, including the current one; number of consecutive steps in total.
  std::int64_t left = 0, inRow = 0;
  /// Number of kernel launches in the last time step, and in the current step so far.
  std::size_t ofStep = 0, ofThis = 0;
  // Used while a period is searched:
  std::deque<RecordedLaunch> last;
  /// Length of the period, and number of launches that repeated the one a period earlier.
  std::size_t period = 0, repeated = 0;
  // Used after a period was found:
  std::vector<RecordedLaunch> pattern;
  std::unique_ptr<Recording> recording; // of whole periods
  std::size_t next = 0;                 // index of the next launch in `pattern`
  /// Number of launches in the recording, and of launches held back.
  std::size_t recorded = 0, kept = 0;
  /// Number of launches that no recording included, since the last recording was enqueued.
  std::size_t missed = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
