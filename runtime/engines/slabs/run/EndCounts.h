/// \file Counters of finished blocks in device memory, and functions that wait until enough blocks
/// are finished. They tell when a launch has computed the planes at the ends of a slab.
///
/// A slab has two counters, for its low and its high end. Each block of an end adds 1 to the
/// counter of that end. Counters are never reset, so a launch waits for larger values than the
/// launches before it (modulo 2^32). On a GPU, queues wait for the counters. On the host, a thread
/// of the queue polls the counters.
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/engines/slabs/run/SlabTasks.h"
#include <condition_variable>
#include <mutex>

namespace stencilc::inline STENCILC_SPACE {

class EndCounts {
public:
  explicit EndCounts(Device &device) : device(device) {}
  EndCounts(const EndCounts &) = delete;
  EndCounts &operator=(const EndCounts &) = delete;
  ~EndCounts() { device.release(done); }

  Status allocate();
  UInt32 *counts() const { return done; }

  /// Tells waiting queues about the next boundary-first launch, which computes the ends of the slab
  /// first. The launch is task `number` of its queue. In total its blocks will add `more[0]` to the
  /// counter of the low end and `more[1]` to that of the high end.
  void expect(std::int64_t number, const UInt32 (&more)[2]);
  /// Ends all present and later waits on the host, because the launch that expect() has announced
  /// has failed and will not run.
  void giveUp();
  /// Adds 1 to the count of finished blocks at an end of the slab (0: low, 1: high), for slabs on
  /// the host.
  void add(int end) { __atomic_fetch_add(done + end, 1u, __ATOMIC_RELEASE); }

  /// Makes later operations of the queue `lane` wait until a launch has computed the ends of the
  /// slab. `wait` has the number of the launch in its queue and the ends (1: low, 2: high, 3:
  /// both). On a GPU the launch must be the newest one that was passed to expect().
  void letWait(Lane &lane, const SlabWait &wait);

private:
  void await(const SlabWait &wait);
  bool isDone(int end) const;

  Device &device;
  UInt32 *done = nullptr;
  UInt32 due[2] = {0, 0};
  std::int64_t newest = -1; // the announced task, to which `due` belongs
  bool hasFailed = false;
  std::mutex mutex;
  std::condition_variable changed;
};

} // namespace stencilc::inline STENCILC_SPACE
