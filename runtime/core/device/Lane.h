/// \file Queue of tasks on a device. Other queues can wait for the end of a task. On a GPU the
/// queue is a stream with events. On the host it is a thread, or runs in the thread of the caller.
#pragma once

#include "runtime/core/device/Device.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Queue of tasks on a device. A task consists of all operations that are enqueued between two
/// calls of finish(). Tasks are numbered from 0. Queues that wait for each other must belong to the
/// same kind of device.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  virtual ~Lane() = default;

  virtual Stream stream() const = 0;
  /// Makes operations that are enqueued later wait until task `number` of the queue `other` has
  /// ended.
  virtual void waitFor(Lane &other, std::int64_t number) = 0;
  /// Makes operations that are enqueued later wait until the counter at `count`, in device memory,
  /// has reached `value` (modulo 2^32). Does nothing on the host: there the caller must enqueue,
  /// with call(), a function that waits.
  virtual void waitForCount(const UInt32 *count, UInt32 value) { (void)count, (void)value; }
  virtual Status copy(const device::Place &to, const device::ConstPlace &from,
                      const device::Box &box) = 0;
  /// Enqueues a call of the function `step` on the host. Queues of a GPU ignore it.
  virtual void call(std::function<void()> step) = 0;
  /// Starts the use of a second stream, which beside() returns. Its operations wait for the earlier
  /// operations of this queue, and run in parallel to later ones. After join(), later operations of
  /// this queue wait for the second stream. A queue of the host has no second stream and runs all
  /// operations in order.
  virtual void fork() = 0;
  virtual Stream beside() const = 0;
  virtual void join() = 0;
  /// Ends the current task, which consists of the operations enqueued since the previous call of
  /// finish().
  virtual void finish() = 0;
  /// Waits until task `number` has ended. Returns the first failure in this queue since the
  /// previous await(), or success.
  virtual Status await(std::int64_t number) = 0;
  /// Returns true if task `number` has ended, with success or not. Does not wait; await() returns
  /// the failure.
  virtual bool hasEnded(std::int64_t number) = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
