/// \file A task of a streamed run, enqueued.
#include "stencilc/stream/TaskRunner.h"
#include "stencilc/stream/LevelLaunch.h"

namespace stencilc::inline STENCILC_SPACE {

Status TaskRunner::enqueue(const TraversalTask &task, const TraversalShape &shape,
                           const Strip &strip, const Scalars &scalars, std::int64_t before) {
  Lane &lane = queues.begin(task);
  Status status = task.act == TraversalAct::Launch
                      ? launchLevel(device, domain, rings, task, shape, strip.held.count(), scalars,
                                    before, lane, handles)
                      : copies.enqueue(task, shape, strip, lane);
  queues.end(task);
  return status;
}

} // namespace stencilc::inline STENCILC_SPACE
