/// \file Counts in device memory of the blocks that have computed the ends of a slab, and waits for
/// them.
///
/// Each boundary-first launch adds its blocks at the two ends to two counts. Counts are never
/// reset, and the awaited values only grow (modulo 2^32), so that no wait ends because of an
/// earlier launch. On a GPU, queues wait for the counts. On the host, a thread of the queue polls
/// them.
#pragma once

#include "stencilc/slabs/SlabTasks.h"
#include "stencilc/stream/Lane.h"
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

  /// Announces the next task of the part, `number`. Its blocks add `more[end]` to the count of each
  /// end, low first.
  void expect(std::int64_t number, const UInt32 (&more)[2]);
  /// Ends all waits for the announced task, because it has failed and will not run.
  void giveUp();
  /// Adds 1 to the count of an end, for parts on the host.
  void add(int end) { __atomic_fetch_add(done + end, 1u, __ATOMIC_RELEASE); }

  /// Makes the next operations of `lane` wait until the task that `wait` names has computed the
  /// ends that `wait` names. On a GPU it must be the newest announced task.
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
