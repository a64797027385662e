/// \file One task after the other put into the queues of a device: what TraversalTasks says, done.
#pragma once

#include "stencilc/KernelHandles.h"
#include "stencilc/Scalars.h"
#include "stencilc/stream/PlaneCopies.h"
#include "stencilc/stream/ReducedPlanes.h"
#include "stencilc/stream/TraversalQueues.h"

namespace stencilc::inline STENCILC_SPACE {

/// A device at work for a streamed run: its rings, its queues, and what its copies go to and come
/// from.
class TaskRunner {
public:
  TaskRunner(Device &device, const OutOfCoreDomain &domain, const RingMemory &rings,
             PlaneStore &store)
      : device(device), domain(domain), rings(rings),
        copies(domain, rings, store, device.pinnedPiece()) {}

  Status open() { return queues.open(device); }
  /// Where reductions at the end of traversals leave what they find.
  void reduceInto(ReducedPlanes *planes) { reduced = planes; }
  /// Tasks come by their numbers. `shape`: of the sweep they are of, before which `before` steps
  /// were done. `next`: where the rings are that planes are handed over to.
  Status enqueue(const TraversalTask &task, const TraversalShape &shape, const Strip &strip,
                 const Scalars &scalars, std::int64_t before, const TaskRunner *next = nullptr);
  TraversalQueues &itsQueues() { return queues; }
  const TraversalQueues &itsQueues() const { return queues; }
  const PlaneCopies &itsCopies() const { return copies; }
  /// Bytes so far that went to the next device.
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
