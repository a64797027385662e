/// \file Queue of tasks on a GPU. Other queues can wait for the end of a task. The queue consists
/// of a stream, and of an event for each of the newest tasks.
#pragma once

#include "runtime/core/device/cuda/DriverTypes.h"
#include "runtime/core/device/cuda/Memory.h"
#include "runtime/core/support/Status.h"
#include <cstdint>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::cuda {

struct Driver;

/// Queue of tasks on a GPU. A task consists of the operations enqueued between two calls of
/// finish(). Tasks are numbered from 0. Only the newest 4096 tasks have CUDA events of their own,
/// so a wait for an older task may wait for a newer one.
class Lane {
public:
  Lane() = default;
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  ~Lane();

  /// Creates the streams and events of the queue. With `isApart` true, the streams get the highest
  /// priority, for copies and for short kernels that copies wait for. Otherwise they get the lowest
  /// priority, for the main kernels.
  Status open(bool isApart);
  Stream stream() const { return order; }

  /// Makes operations that are enqueued later wait until task `number` of the queue `other` has
  /// ended.
  void waitFor(const Lane &other, std::int64_t number);
  /// Makes operations that are enqueued later wait until the counter at `count`, in device memory,
  /// has reached `value` (modulo 2^32).
  void waitForCount(const std::uint32_t *count, std::uint32_t value);
  Status copy(const Place &to, const ConstPlace &from, const Box &box);
  /// Starts a second stream, which beside() returns. Its operations follow the earlier operations
  /// of the queue and run in parallel to later ones, until join() makes the queue wait for the
  /// second stream.
  void fork();
  Stream beside() const { return side; }
  void join();
  /// Ends the current task, which consists of all operations enqueued after the end of the task
  /// before.
  void finish();
  /// Waits until task `number` of this queue has ended. Returns the first failure of this queue
  /// that no earlier await() has returned.
  Status await(std::int64_t number);
  /// Returns true if task `number` has ended or has failed. await() returns the failure.
  bool hasEnded(std::int64_t number);

private:
  /// Numbers of CUDA events of a queue. `kEvents`: one for each of its newest tasks. `kForks`: for
  /// the start and the end of work on a second stream, which runs parallel to the queue.
  static constexpr std::size_t kEvents = 4096, kForks = 2;
  Event event(std::int64_t number) const {
    return events[static_cast<std::size_t>(number) % kEvents];
  }
  /// Calls a function of the driver. A failure is stored for await(), unless an earlier one is
  /// stored.
  template <class Function, class... Arguments>
  void enqueue(Function Driver::*function, Arguments &&...arguments);

  Stream order = nullptr, side = nullptr;
  std::vector<Event> events;
  std::int64_t count = 0;
  Status first; // first failure since the last await()
};

} // namespace stencilc::inline STENCILC_SPACE::cuda
