/// \file Repeated kernel launches, enqueued many at a time as one recording (a CUDA graph).
///
/// On small grids the host needs longer to enqueue a kernel than the device needs to run it. Time
/// steps repeat the same few launches, because the buffers of time levels swap roles in a fixed
/// cycle. When 64 launches have repeated this sequence, the queue stores many launches in a CUDA
/// graph, and later enqueues them as one. It finds the sequence by comparing the bytes of launches.
///
/// Some programs pass other values in each time step, such as a wind that depends on the time. Then
/// only the kernels of launches are compared. The graph gets the new arguments before it is
/// enqueued. On an H200 this takes the host 0.3 us per launch, instead of 3.6 us for a launch
/// alone.
#pragma once

#include "runtime/core/device/LaunchQueue.h"
#include "runtime/core/device/RecordedLaunch.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Queue that detects a repeating sequence of launches, and enqueues many launches as one recording
/// (a CUDA graph).
class RepeatedLaunches final : public LaunchQueue {
public:
  explicit RepeatedLaunches(Device &device) : device(device) {}

  void beginStep(std::int64_t left) override;
  /// Enqueues `launch` after all earlier launches. Holds the launch back if it continues the
  /// sequence that is stored as a CUDA graph, and the remaining time steps will complete that
  /// sequence.
  Status take(const KernelLaunch &launch, Stream stream) override;
  Status flush() override;
  /// Discards the recording (a CUDA graph) and the launches held back, without enqueuing them. It
  /// must be called before kernels are unloaded. The caller calls flush() first if it needs the
  /// results of launches held back.
  void forget();

private:
  /// A sequence of launches that has repeated. `length` is its number of launches, or 0 if none is
  /// known. `repeated` is the number of launches since it was found. Each of them matched the
  /// launch `length` launches earlier.
  struct Period {
    std::size_t length = 0, repeated = 0;
  };
  using Matches = bool (RecordedLaunch::*)(const KernelLaunch &) const;
  /// Updates `period` for `launch`, which follows the launches in `last`. Counts it if it continues
  /// the sequence, and otherwise searches for another sequence. `matches` tells whether two
  /// launches count as equal: in all bytes, or without their arguments.
  void extend(Period &period, const KernelLaunch &launch, Matches matches) const;

  Status watch(const KernelLaunch &launch);
  Status follow(const KernelLaunch &launch);
  /// Enqueues a launch alone, because it does not match the repeating sequence or because too few
  /// launches follow for a recording (a CUDA graph). Discards the recording after many such
  /// launches.
  Status miss(const KernelLaunch &launch);
  /// Records the last `length` launches, repeated to about 64 launches, or to fewer if a row of
  /// time steps has fewer. If `changes` is true, the recording gets new arguments before each run.
  /// Returns success also if the device cannot record. All later launches are then enqueued alone.
  Status record(std::size_t length, bool changes);
  /// Returns true if `launch` may be the next one of the recording.
  bool continues(const KernelLaunch &launch) const;
  /// Enqueues the recording in place of the launches held back. If `isChanging`, stores their
  /// arguments in it first.
  Status run();
  /// Returns the number of launches of `steps` time steps, if each has as many launches as the last
  /// complete one.
  std::size_t launchesOf(std::int64_t steps) const {
    return static_cast<std::size_t>(steps) * ofStep;
  }
  /// Enqueues launch number `index` of the repeated sequence on the stream `to`.
  Status enqueueOne(std::size_t index, Stream to) const {
    return pattern[index % pattern.size()].enqueue(device, to);
  }
  /// Enqueues the first `count` launches of the repeated sequence, one by one, on the stream `to`.
  Status enqueue(std::size_t count, Stream to) const;

  Device &device;
  Stream stream = nullptr; // of the launches held back
  bool isRefused = false;  // the device cannot record
  /// `left` is the number of consecutive time steps whose launches still come to this queue, the
  /// current step included. `inRow` is the value of `left` in the first of these steps. A launch of
  /// a kernel that fuses time steps counts as one step.
  std::int64_t left = 0, inRow = 0;
  /// Number of kernel launches in the last time step (`ofStep`), and in the current time step so
  /// far (`ofThis`).
  std::size_t ofStep = 0, ofThis = 0;
  // Used while a period is searched:
  std::deque<RecordedLaunch> last;
  Period same, alike;        // of launches with the same arguments, and of all launches
  bool canChangeMore = true; // the device can give a recording new arguments, as far as known
  // Used after a period was found:
  /// True if the recording gets new arguments before each run. `pattern` then has all its launches,
  /// with their latest arguments. Otherwise `pattern` has the launches of one period.
  bool isChanging = false;
  std::vector<RecordedLaunch> pattern;
  std::vector<bool> isStale; // by launch: the recording has older arguments (if `isChanging`)
  std::unique_ptr<Recording> recording; // of whole periods
  std::size_t next = 0;                 // index of the next launch in `pattern`
  /// `recorded` is the number of launches in the recording (a CUDA graph). `kept` is the number of
  /// launches held back so far. When all launches of the recording are held back, the recording is
  /// enqueued in their place.
  std::size_t recorded = 0, kept = 0;
  /// Number of launches that were enqueued one by one after the recording (a CUDA graph of
  /// launches) was last used.
  std::size_t missed = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
