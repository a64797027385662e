/// \file Tasks of a traversal: copies and launches in the order of their queues, with the tasks
/// that each waits for. They depend on shapes and ring buffers only; DeviceChain.h executes them.
///
/// In a chain, device g computes its levels of a chunk and copies the finished planes to device
/// g + 1, where they arrive as if from the host:
///
///     host    chunk i in                                      chunk i out
///                |                                                 ^
///     GPU 0   launches --- hand-over ---.                          |
///     GPU 1                          launches --- hand-over ---.   |
///     GPU 2                                                 launches
#pragma once

#include "stencilc/stream/DeviceTasks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Creates the tasks of successive traversals. A task may wait for tasks of earlier traversals.
class TraversalTasks {
public:
  /// `all` are the ring buffers, the same for each of the `devices` devices.
  explicit TraversalTasks(const std::vector<FieldRing> &all, int devices = 1);

  /// Returns the tasks of the next traversal, or of the next strip of one, in an order in which
  /// they could also run one by one.
  std::vector<TraversalTask> sweep(const TraversalShape &shape,
                                   const std::vector<TraversedField> &fields);

private:
  /// Adds the tasks of chunk `index`, and the copies in of the next chunk.
  void chunk(const TraversalShape &shape, int index);

  std::vector<DeviceTasks> devices;
  std::vector<TraversalTask> tasks;
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
