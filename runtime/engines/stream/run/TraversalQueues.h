/// \file The task queues of one device in an out-of-core run, with the number of tasks in each.
#pragma once

#include "runtime/core/device/Lane.h"
#include "runtime/engines/stream/run/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalQueues {
public:
  /// Number of tasks in each queue of a device.
  using Counts = std::array<std::int64_t, kTraversalQueues>;

  Status open(Device &device);
  /// Returns the queue for `task`. Operations enqueued there wait for the other tasks of this
  /// device that `task` needs.
  Lane &begin(const TraversalTask &task);
  /// Makes operations that are enqueued later for `task` wait for `before`, a task in the queues
  /// `other` of another device.
  void waitFor(const TraversalTask &task, const TraversalQueues &other, const TaskBefore &before) {
    lanes[task.queue]->waitFor(*other.lanes[before.queue], before.number);
  }
  /// Ends `task`: operations that are enqueued later belong to the next task.
  void end(const TraversalTask &task);
  const Counts &enqueued() const { return counts; }

  /// Waits until task `number` of the queue with index `queue` has ended.
  Status await(int queue, std::int64_t number) { return lanes[queue]->await(number); }
  /// Waits until the first some[i] tasks of each queue i have ended. Returns the first failure.
  Status await(const Counts &some);
  /// Waits until all tasks have ended, also after a failure. Returns the first failure.
  Status settle();

private:
  std::unique_ptr<Lane> lanes[kTraversalQueues];
  Counts counts = {0, 0, 0};
};

} // namespace stencilc::inline STENCILC_SPACE
