/// \file A copy or a launch of a traversal as data, and what it waits for.
#pragma once

#include "stencilc/stream/TraversalShape.h"
#include <array>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

enum class TraversalAct : std::uint8_t { CopyIn, Launch, CopyOut, HandOver };

/// Queues of a device, in which tasks run one after the other. Without a pipeline all tasks are in
/// Compute.
enum TraversalQueue : int { kQueueIn, kQueueCompute, kQueueOut, kTraversalQueues };

/// A task of some queue that must have ended.
struct TaskBefore {
  int device = 0, queue = kQueueIn;
  std::int64_t number = 0;
};

/// One task. Planes are those of the domain; beyond its ends they stand for the other end.
struct TraversalTask {
  TraversalAct act = TraversalAct::CopyIn;
  int device = 0; // of the chain; what is handed over goes from there to the next one
  int queue = kQueueIn;
  int sweep = 0, chunk = 0;
  int level = -1;         // of a launch: which of those of its device
  int begin = 0, end = 0; // planes copied or written
  bool endsChunk = false; // of a copy in: the last one before the launches of its chunk
  bool isState = false; // of a copy: of all buffers of updated fields, between parts of a traversal
  std::int64_t origin = 0; // plane z has place (z + origin) modulo the ring's planes
  std::int64_t number = 0; // in its queue, from 0
  std::array<std::int64_t, kTraversalQueues> waits = {-1, -1, -1}; // tasks that must have ended
  std::vector<TaskBefore> others; // tasks of other devices, at most one of each queue

  /// Lets it wait for task `before` of a queue of a device, less than 0: for none. Its own queue is
  /// in order anyway.
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
