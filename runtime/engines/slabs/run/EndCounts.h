/// \file Counts in device memory of the blocks that have computed the ends of a slab, and functions
/// that wait for such counts.
///
/// The blocks of a boundary-first launch add 1 each to one of two counts, for the low and the high
/// end. Counts are never reset, and the awaited values only grow (modulo 2^32), so an earlier
/// launch cannot end a wait. On a GPU, queues wait for the counts. On the host, a thread of the
/// queue polls the counts.
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

  /// Announces task `number`, the next boundary-first launch (it computes the ends of the slab
  /// first). Its blocks will add `more[0]` to the count of the low end and `more[1]` to that of the
  /// high end.
  void expect(std::int64_t number, const UInt32 (&more)[2]);
  /// Ends all present and later waits on the host, because the launch that expect() has announced
  /// has failed and will not run.
  void giveUp();
  /// Adds 1 to the count of finished blocks at an end of the slab (0: low, 1: high), for slabs on
  /// the host.
  void add(int end) { __atomic_fetch_add(done + end, 1u, __ATOMIC_RELEASE); }

  /// Makes later operations of the queue `lane` wait until a launch has computed the ends of the
  /// slab. `wait` names the launch and the ends. On a GPU it must be the newest launch that
  /// expect() has announced.
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
