/// \file Enqueues copies and launches on one device of an out-of-core run, in the order in which
/// the class TraversalTasks has created them.
#pragma once

#include "runtime/core/device/KernelHandles.h"
#include "runtime/core/instance/Scalars.h"
#include "runtime/engines/stream/run/PlaneCopies.h"
#include "runtime/engines/stream/run/ReducedPlanes.h"
#include "runtime/engines/stream/run/TraversalQueues.h"

namespace stencilc::inline STENCILC_SPACE {

/// Enqueues the tasks (copies and kernel launches) of one device of an out-of-core run. Holds the
/// task queues of the device, and its copies to and from the backing store (host memory).
class TaskRunner {
public:
  TaskRunner(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
             PlaneStore &store)
      : device(device), domain(domain), rings(rings),
        copies(domain, rings, store, device.pinnedPiece()) {}

  Status open() { return queues.open(device); }
  /// Sets the object that receives the results of reductions over the cells.
  void reduceInto(ReducedPlanes *planes) { reduced = planes; }
  /// Enqueues `task`. The tasks of one queue must come in the order of their numbers. `shape` is
  /// the work of this device in the traversal (pass of all planes). `before` is the number of time
  /// steps of the run done before that work. `next` is the next device that planes pass through, or
  /// null.
  Status enqueue(const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                 const Scalars &scalars, std::int64_t before, const TaskRunner *next = nullptr);
  TraversalQueues &itsQueues() { return queues; }
  const TraversalQueues &itsQueues() const { return queues; }
  const PlaneCopies &itsCopies() const { return copies; }
  /// Returns the bytes copied so far from this device to the next device that planes pass through.
  double bytesHanded() const { return handed; }

private:
  Device &device;
  const OutOfCoreDomain &domain;
  const RingMemory &rings;
  PlaneCopies copies;
  TraversalQueues queues;
  KernelHandles handles;
  ReducedPlanes *reduced = nullptr;
  double handed = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
