/// \file One task queue for each kind of task (copy in, launch, copy out) of an out-of-core run.
#include "runtime/engines/stream/run/TraversalQueues.h"

namespace stencilc::inline STENCILC_SPACE {

Status TraversalQueues::open(Device &device) {
  Status status;
  for (int q = 0; status && q < kTraversalQueues; ++q)
    status = device.makeLane(q != kQueueCompute, lanes[q]);
  return status;
}

Lane &TraversalQueues::begin(const TraversalTask &task) {
  Lane &lane = *lanes[task.queue];
  for (int q = 0; q < kTraversalQueues; ++q)
    if (task.waits[q] >= 0)
      lane.waitFor(*lanes[q], task.waits[q]);
  return lane;
}

void TraversalQueues::end(const TraversalTask &task) {
  lanes[task.queue]->finish();
  counts[task.queue] = task.number + 1;
}

Status TraversalQueues::await(const Counts &some) {
  for (int q = 0; q < kTraversalQueues; ++q)
    if (some[q] > 0)
      if (Status status = await(q, some[q] - 1); !status)
        return status;
  return {};
}

Status TraversalQueues::settle() {
  Status first;
  for (int q = 0; q < kTraversalQueues; ++q)
    if (counts[q] > 0)
      if (Status status = await(q, counts[q] - 1); !status && first.ok())
        first = status;
  return first;
}

} // namespace stencilc::inline STENCILC_SPACE
