/// \file Which launches of a part have done their ends: counts in the memory of its device, and
/// what they must be.
///
/// A launch adds the blocks of its ends; counts are never set back, and what they must be only
/// grows (by 2^32 it begins again), so that nothing waits for a count of the launch before. On a
/// GPU queues wait for the counts themselves; on the host a thread of the queue does.
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

  /// Task `number` of the part, which comes next, adds so many to the count of each end.
  void expect(std::int64_t number, const UInt32 (&more)[2]);
  /// The task that was expected will not come: ends all waits for it.
  void giveUp();
  /// Adds 1, on the host.
  void add(int end) { __atomic_fetch_add(done + end, 1u, __ATOMIC_RELEASE); }

  /// What comes next in `lane` waits for the ends of a task that `wait` names. On a GPU that must
  /// be the newest one.
  void letWait(Lane &lane, const SlabWait &wait);

private:
  void await(const SlabWait &wait);
  bool isDone(int end) const;

  Device &device;
  UInt32 *done = nullptr;
  UInt32 due[2] = {0, 0};
  std::int64_t newest = -1; // the task that `due` is of
  bool hasFailed = false;
  std::mutex mutex;
  std::condition_variable changed;
};

} // namespace stencilc::inline STENCILC_SPACE
