/// \file Launches that come again and again, enqueued many at a time.
///
/// The host takes longer to enqueue a kernel than a device takes to run one on a small grid. Steps
/// enqueue the same few launches in turn, since buffers take turns: once that has been seen for a
/// while, a device records many of them, and from then on gets them as one. Whether a launch is the
/// one expected is seen by every byte of it, so that nobody has to know what makes steps differ.
#pragma once

#include "stencilc/KeptLaunch.h"
#include "stencilc/LaunchQueue.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

class RepeatedLaunches final : public LaunchQueue {
public:
  explicit RepeatedLaunches(Device &device) : device(device) {}

  void beginStep(std::int64_t left) override;
  /// Enqueues `launch` behind all that were taken before, or keeps it: if there will be as many as
  /// a recording has before the row of steps ends.
  Status take(const KernelLaunch &launch, Stream stream) override;
  Status flush() override;
  /// Forgets all launches: their kernels may be gone.
  void forget();

private:
  Status watch(const KernelLaunch &launch);
  Status follow(const KernelLaunch &launch);
  /// A launch that no recording is for: the pattern does not have it next, nor first; or too few
  /// come after it.
  Status miss(const KernelLaunch &launch);
  Status record();
  /// Launches of `steps` steps, if they have as many as the last one.
  std::size_t launchesOf(std::int64_t steps) const {
    return static_cast<std::size_t>(steps) * ofStep;
  }
  /// Enqueues `count` launches of the pattern, from its first one on.
  Status enqueue(std::size_t count, Stream to) const;

  Device &device;
  Stream stream = nullptr;            // of what is kept
  bool isRefused = false;             // the device does not record
  std::int64_t left = 0, inRow = 0;   // steps to come, with the one under way; of the row
  std::size_t ofStep = 0, ofThis = 0; // launches of the last step, and so far of this one
  // While the pattern is looked for:
  std::deque<KeptLaunch> last;
  std::size_t period = 0, repeated = 0; // launches that were each the one so many before
  // Once it is known:
  std::vector<KeptLaunch> pattern;
  std::unique_ptr<Recording> recording; // of whole patterns
  std::size_t next = 0;                 // of the pattern
  std::size_t recorded = 0, kept = 0;   // launches
  std::size_t missed = 0;               // that no recording was for, since the last one ran
};

} // namespace stencilc::inline STENCILC_SPACE
