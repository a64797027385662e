/// \file Lanes, one for each queue of tasks.
#include "stencilc/stream/StreamQueues.h"

namespace stencilc::inline STENCILC_SPACE {

Status StreamQueues::open(Device &device) {
  Status status;
  for (int q = 0; status && q < kStreamQueues; ++q)
    status = device.makeLane(q != kQueueCompute, lanes[q]);
  return status;
}

Lane &StreamQueues::begin(const StreamTask &task) {
  Lane &lane = *lanes[task.queue];
  for (int q = 0; q < kStreamQueues; ++q)
    if (task.waits[q] >= 0)
      lane.waitFor(*lanes[q], task.waits[q]);
  return lane;
}

void StreamQueues::end(const StreamTask &task) {
  lanes[task.queue]->finish();
  counts[task.queue] = task.number + 1;
}

Status StreamQueues::await(const Counts &some) {
  for (int q = 0; q < kStreamQueues; ++q)
    if (some[q] > 0)
      if (Status status = await(q, some[q] - 1); !status)
        return status;
  return {};
}

Status StreamQueues::settle() {
  Status first;
  for (int q = 0; q < kStreamQueues; ++q)
    if (counts[q] > 0)
      if (Status status = await(q, counts[q] - 1); !status && first.ok())
        first = status;
  return first;
}

} // namespace stencilc::inline STENCILC_SPACE
