/// \file A queue of tasks on a GPU for which other queues can wait. It consists of a stream and an
/// event for each of the newest tasks.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/cuda/DriverTypes.h"
#include "stencilc/cuda/Memory.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cuda {

struct Driver;

/// Queue of tasks on a GPU. Tasks are numbered from 0, and finish() ends each. Only the newest 4096
/// tasks have events of their own: a wait for an older task waits for a newer one.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  ~Lane();

  /// Creates the streams and events. With `isApart`, tasks are copies or short kernels that copies
  /// wait for; the streams then have high priority.
  Status open(bool isApart);
  Stream stream() const { return order; }

  /// Makes the next operations wait until task `number` of `other` has ended.
  void waitFor(const Lane &other, std::int64_t number);
  /// Makes the next operations wait until the value at `count` in device memory is at least
  /// `value`.
  void waitForCount(const std::uint32_t *count, std::uint32_t value);
  Status copy(const Place &to, const ConstPlace &from, const Box &box);
  /// Lets operations in the stream beside() start after the earlier operations of the queue and run
  /// in parallel to its later ones. join() makes the queue wait for them.
  void fork();
  Stream beside() const { return side; }
  void join();
  /// Ends the current task: the operations enqueued since the last call.
  void finish();
  /// Waits until task `number` has ended. Returns the first failure of the queue's calls since the
  /// last await().
  Status await(std::int64_t number);
  /// Returns true if task `number` has ended or has failed. await() returns the failure.
  bool hasEnded(std::int64_t number);

private:
  /// Numbers of events: for the newest tasks, and for fork() and join().
  static constexpr std::size_t kEvents = 4096, kForks = 2;
  Event event(std::int64_t number) const {
    return events[static_cast<std::size_t>(number) % kEvents];
  }
  /// Calls a function of the driver. The first failure is stored for await().
  template <class Function, class... Arguments>
  void enqueue(Function Driver::*function, Arguments &&...arguments);

  Stream order = nullptr, side = nullptr;
  std::vector<Event> events;
  std::int64_t count = 0;
  Status first; // first failure since the last await()
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
