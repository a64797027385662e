/// \file Enqueues the tasks of one device of an out-of-core run: copies of planes and kernel
/// launches.
#include "runtime/engines/stream/run/TaskRunner.h"
#include "runtime/engines/stream/run/DeviceCopy.h"
#include "runtime/engines/stream/run/LevelLaunch.h"

namespace stencilc::inline STENCILC_SPACE {

Status TaskRunner::enqueue(const TraversalTask &task, const TraversalShape &shape,
                           const Strip &strip, const Scalars &scalars, std::int64_t before,
                           const TaskRunner *next) {
  Lane &lane = queues.begin(task);
  Status status;
  switch (task.act) {
  case TraversalAct::Launch:
    status = shape.levels[static_cast<std::size_t>(task.level)].kernel == kReduction
                 ? reduceLevel(device, domain, rings, task, shape, scalars, before, lane, handles,
                               *reduced)
                 : launchLevel(device, domain, rings, task, shape, strip.held.count(), scalars,
                               before, lane, handles);
    break;
  case TraversalAct::DeviceCopy:
    status = handOver(domain, rings, next->rings, task, shape, strip, lane, handed);
    break;
  case TraversalAct::CopyIn:
  case TraversalAct::CopyOut:
    status = copies.enqueue(task, shape, strip, lane);
    break;
  }
  queues.end(task);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
