/// \file A queue of tasks on a device for which other queues can wait. On a GPU it is a stream with
/// events. On the host it is a thread, or the caller itself.
#pragma once

#include "stencilc/Device.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Queue of tasks on a device. Tasks are numbered from 0, and finish() ends each. Queues that wait
/// for each other belong to the same kind of device.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  virtual ~Lane() = default;

  virtual Stream stream() const = 0;
  /// Makes the next operations wait until task `number` of `other` has ended.
  virtual void waitFor(Lane &other, std::int64_t number) = 0;
  /// Makes the next operations wait until the value at `count`, in device memory, has reached
  /// `value` (modulo 2^32). On the host, a function passed to call() waits instead.
  virtual void waitForCount(const UInt32 *count, UInt32 value) { (void)count, (void)value; }
  virtual Status copy(const device::Place &to, const device::ConstPlace &from,
                      const device::Box &box) = 0;
  /// Adds a function call to the queue, on the host only.
  virtual void call(std::function<void()> step) = 0;
  /// Lets operations in the stream beside() start after the earlier operations of the queue and run
  /// in parallel to its later ones. join() makes the queue wait for them.
  virtual void fork() = 0;
  virtual Stream beside() const = 0;
  virtual void join() = 0;
  /// Ends the current task: the operations enqueued since the last call.
  virtual void finish() = 0;
  /// Waits until task `number` has ended. Returns the first failure in this queue since the last
  /// await().
  virtual Status await(std::int64_t number) = 0;
  /// Returns true if task `number` has ended or has failed. await() returns the failure.
  virtual bool hasEnded(std::int64_t number) = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
