/// \file A task of a traversal (pass of all planes), which is a copy or a launch, and the tasks
/// that it waits for.
#pragma once

#include "runtime/engines/stream/plan/TraversalShape.h"
#include <array>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

enum class TraversalAct : std::uint8_t { CopyIn, Launch, CopyOut, DeviceCopy };

/// Queues of a device for copies in, launches and copies out. The tasks of one queue run in order.
/// If copies and launches must not overlap, all tasks are in the compute queue.
enum TraversalQueue : int { kQueueIn, kQueueCompute, kQueueOut, kTraversalQueues };

/// A task of another device that must end before this task begins.
struct TaskBefore {
  int device = 0, queue = kQueueIn;
  std::int64_t number = 0;
};

/// A task of a traversal (pass of all planes): a copy or a launch on a range of planes. In a
/// periodic domain, indices beyond an end mean planes at the other end.
struct TraversalTask {
  TraversalAct act = TraversalAct::CopyIn;
  int device = 0; // index in the chain; DeviceCopy copies from it to the next device
  int queue = kQueueIn;
  int sweep = 0, chunk = 0;
  int level = -1;         // of a launch: index among the levels of its device
  int begin = 0, end = 0; // planes copied or written
  bool endsChunk = false; // of a copy in: the last one of its chunk
  bool isState = false;   // copies all buffers of updated fields, between parts of a traversal
  // Plane z is at position z + origin, modulo the planes of the ring buffer.
  std::int64_t origin = 0;
  std::int64_t number = 0; // in its queue, from 0
  // Last tasks to wait for, in each queue; -1: none.
  std::array<std::int64_t, kTraversalQueues> waits = {-1, -1, -1};
  std::vector<TaskBefore> others; // tasks of other devices, at most one of each queue

  /// Makes this task wait for task number `task` of queue `ofQueue` on device `before`. Does
  /// nothing if `task` is negative, or if it is in the queue of this task, which runs in order.
  void waitFor(int before, int ofQueue, std::int64_t task) {
    if (task < 0)
      return;
    if (before == device) {
      if (ofQueue != queue)
        waits[static_cast<std::size_t>(ofQueue)] =
            std::max(waits[static_cast<std::size_t>(ofQueue)], task);
      return;
    }
    for (TaskBefore &other : others)
      if (other.device == before && other.queue == ofQueue) {
        other.number = std::max(other.number, task);
        return;
      }
    others.push_back({before, ofQueue, task});
  }
};

} // namespace stencilc::inline STENCILC_SPACE
