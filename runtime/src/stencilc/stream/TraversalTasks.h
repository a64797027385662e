/// \file A traversal of the domain as data: copies and launches in the order of their queues, and
/// what each waits for. A pure function of shapes and rings; DeviceChain.h does what it says.
///
/// In a chain, device g does its levels of a chunk, and hands the planes that it has finished to
/// device g + 1, for which they are what arrives:
///
///     host    chunk i in                                      chunk i out
///                |                                                 ^
///     GPU 0   launches --- hand-over ---.                          |
///     GPU 1                          launches --- hand-over ---.   |
///     GPU 2                                                 launches
#pragma once

#include "stencilc/stream/DeviceTasks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Makes the tasks of one traversal after the other; what a task waits for may belong to a
/// traversal before.
class TraversalTasks {
public:
  /// `all`: the rings of each device.
  explicit TraversalTasks(const std::vector<FieldRing> &all, int devices = 1);

  /// The tasks of the next traversal, or strip of a traversal, in an order in which they could also
  /// run one by one.
  std::vector<TraversalTask> sweep(const TraversalShape &shape,
                                   const std::vector<TraversedField> &fields);

private:
  /// All of a chunk, and what the next one reads of the store.
  void chunk(const TraversalShape &shape, int index);

  std::vector<DeviceTasks> devices;
  std::vector<TraversalTask> tasks;
  int sweeps = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
