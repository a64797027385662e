/// \file The queues of a device that tasks of a streamed run go through, and how far they are.
#pragma once

#include "stencilc/stream/Lane.h"
#include "stencilc/stream/TraversalTask.h"

namespace stencilc::inline STENCILC_SPACE {

class TraversalQueues {
public:
  /// Tasks of each queue, counted from the first one.
  using Counts = std::array<std::int64_t, kTraversalQueues>;

  Status open(Device &device);
  /// The lane of a task, in which what comes next waits for what the task waits for of this device.
  Lane &begin(const TraversalTask &task);
  /// Lets a task that begins next wait for a task of another device.
  void waitFor(const TraversalTask &task, const TraversalQueues &other, const TaskBefore &before) {
    lanes[task.queue]->waitFor(*other.lanes[before.queue], before.number);
  }
  /// Ends what begin() has begun.
  void end(const TraversalTask &task);
  const Counts &enqueued() const { return counts; }

  /// Waits for one task of a queue.
  Status await(int queue, std::int64_t number) { return lanes[queue]->await(number); }
  /// Waits until so many tasks of each queue have ended, or one has failed.
  Status await(const Counts &some);
  /// Waits for all tasks, also after a failure; the first one.
  Status settle();

private:
  std::unique_ptr<Lane> lanes[kTraversalQueues];
  Counts counts = {0, 0, 0};
};

} // namespace stencilc::inline STENCILC_SPACE
