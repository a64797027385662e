/// \file Enqueues the tasks of TraversalTasks on one device, one after the other.
#pragma once

#include "stencilc/KernelHandles.h"
#include "stencilc/Scalars.h"
#include "stencilc/stream/PlaneCopies.h"
#include "stencilc/stream/ReducedPlanes.h"
#include "stencilc/stream/TraversalQueues.h"

namespace stencilc::inline STENCILC_SPACE {

/// One device of an out-of-core run with its ring buffers, its task queues and its copies to and
/// from the backing store.
class TaskRunner {
public:
  TaskRunner(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
             PlaneStore &store)
      : device(device), domain(domain), rings(rings),
        copies(domain, rings, store, device.pinnedPiece()) {}

  Status open() { return queues.open(device); }
  /// Sets the object that receives the results of reductions.
  void reduceInto(ReducedPlanes *planes) { reduced = planes; }
  /// Enqueues a task; tasks must come in the order of their numbers. `shape` is the traversal that
  /// it belongs to, and `before` the steps done before that. `next` is the next device of the
  /// chain, or null.
  Status enqueue(const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                 const Scalars &scalars, std::int64_t before, const TaskRunner *next = nullptr);
  TraversalQueues &itsQueues() { return queues; }
  const TraversalQueues &itsQueues() const { return queues; }
  const PlaneCopies &itsCopies() const { return copies; }
  /// Returns the bytes copied so far to the next device of the chain.
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
