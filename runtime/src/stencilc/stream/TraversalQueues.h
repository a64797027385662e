/// \file The task queues of one device in an out-of-core run, with the numbers of their tasks.
#pragma once

#include "stencilc/stream/Lane.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalQueues {
public:
  /// Number of tasks in each queue of a device.
  using Counts = std::array<std::int64_t, kTraversalQueues>;

  Status open(Device &device);
  /// Returns the queue for a task, in which the next operations wait for the other tasks of this
  /// device that it needs.
  Lane &begin(const TraversalTask &task);
  /// Makes the next operations of a task's queue wait for a task of another device.
  void waitFor(const TraversalTask &task, const TraversalQueues &other, const TaskBefore &before) {
    lanes[task.queue]->waitFor(*other.lanes[before.queue], before.number);
  }
  /// Ends the task that begin() has begun.
  void end(const TraversalTask &task);
  const Counts &enqueued() const { return counts; }

  /// Waits for task `number` of a queue.
  Status await(int queue, std::int64_t number) { return lanes[queue]->await(number); }
  /// Waits until `some` tasks of each queue have ended. Returns the first failure.
  Status await(const Counts &some);
  /// Waits for all tasks, even after a failure. Returns the first failure.
  Status settle();

private:
  std::unique_ptr<Lane> lanes[kTraversalQueues];
  Counts counts = {0, 0, 0};
};

} // namespace stencilc::inline STENCILC_SPACE
