/// \file A queue of tasks on the device that other queues can wait for: a stream of a GPU with
/// events; on the host a thread, or the caller itself.
#pragma once

#include "stencilc/Device.h"
#include <functional>

namespace stencilc::inline STENCILC_SPACE {

/// Tasks are numbered by finish() from 0. Lanes that wait for each other are of one device.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  virtual ~Lane() = default;

  virtual Stream stream() const = 0;
  /// What comes next waits until task `number` of `other` has ended.
  virtual void waitFor(Lane &other, std::int64_t number) = 0;
  /// What comes next waits until the number at `count`, in memory of the lane's device, has reached
  /// `value`, numbers beyond 2^32 beginning again. On the host a call does it.
  virtual void waitForCount(const UInt32 *count, UInt32 value) { (void)count, (void)value; }
  virtual Status copy(const device::Place &to, const device::ConstPlace &from,
                      const device::Box &box) = 0;
  /// On the host: what comes next is a call.
  virtual void call(std::function<void()> step) = 0;
  /// What is put beside() from now on waits for what is in order so far, and runs beside what comes
  /// next, until that waits for it in join().
  virtual void fork() = 0;
  virtual Stream beside() const = 0;
  virtual void join() = 0;
  /// Ends the description of a task.
  virtual void finish() = 0;
  /// Waits until task `number` has ended; says what failed since the last call.
  virtual Status await(std::int64_t number) = 0;
  /// Whether task `number` has ended, or failed, which await() says.
  virtual bool hasEnded(std::int64_t number) = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
