/// \file Tasks of a traversal (pass of all planes): copies and launches in the order of their
/// queues. Each task lists the tasks that it waits for. The tasks depend on geometry and ring
/// buffers only, and DeviceChain.h executes them.
///
/// In a chain of devices, device g computes its time steps for a chunk (planes copied together). It
/// copies the finished planes to device g + 1, where they arrive as if from the host:
///
///     host    chunk i in                                      chunk i out
///                |                                                 ^
///     GPU 0   launches --- hand-over ---.                          |
///     GPU 1                          launches --- hand-over ---.   |
///     GPU 2                                                 launches
#pragma once

#include "runtime/engines/stream/run/DeviceTasks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Creates the tasks of successive traversals (passes of all planes). A task may wait for tasks of
/// earlier traversals.
class TraversalTasks {
public:
  /// Creates an object for `devices` devices that planes pass through in sequence. Each has the
  /// ring buffers `all` (memory for a moving range of planes).
  explicit TraversalTasks(const std::vector<FieldRing> &all, int devices = 1);

  /// Returns the tasks of the next traversal (pass of all planes), or of its next strip (some rows
  /// of all planes). The tasks are copies and launches, and could also run one by one in this
  /// order.
  std::vector<TraversalTask> sweep(const TraversalShape &shape,
                                   const std::vector<TraversedField> &fields);

private:
  /// Adds the tasks of the chunk (some planes) with index `index`, and the copies of the next chunk
  /// to the device.
  void chunk(const TraversalShape &shape, int index);

  std::vector<DeviceTasks> devices;
  std::vector<TraversalTask> tasks;
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
