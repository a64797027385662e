/// \file Queues of tasks: what a task waits for, what they have got, and who is waited for when one
/// of them fails.
#include "runtime/engines/stream/run/TraversalQueues.h"
#include "TraversalParts.h"

using namespace stencilc;

namespace {

TraversalTask task(int queue, std::int64_t number,
                   std::array<std::int64_t, kTraversalQueues> waits) {
  TraversalTask task;
  task.queue = queue;
  task.number = number;
  task.waits = waits;
  return task;
}

TEST(TraversalQueues, tasksWaitAndAreCounted) {
  RecordedDevice device;
  TraversalQueues queues;
  ASSERT_TRUE(queues.open(device));
  EXPECT_EQ(device.log, "apart\napart\n"); // copies in and out; not launches
  device.log.clear();
  const TraversalTask launch = task(kQueueCompute, 4, {2, -1, 0});
  EXPECT_EQ(&queues.begin(launch), device.lanes[kQueueCompute]);
  queues.end(launch);
  EXPECT_EQ(device.log, "1 waits for 0 2\n1 waits for 2 0\n1 ends\n");
  EXPECT_EQ(queues.enqueued(), (TraversalQueues::Counts{0, 5, 0}));
}

TEST(TraversalQueues, afterAFailureAllTasksAreStillWaitedFor) {
  RecordedDevice device;
  TraversalQueues queues;
  ASSERT_TRUE(queues.open(device));
  for (const int queue : {kQueueIn, kQueueOut}) {
    const TraversalTask one = task(queue, 6, {-1, -1, -1});
    queues.begin(one);
    queues.end(one);
  }
  device.lanes[0]->failure = "the first";
  device.lanes[2]->failure = "the second";
  device.log.clear();
  EXPECT_EQ(queues.settle().message(), "the first");
  EXPECT_EQ(device.log, "0 await 6\n2 await 6\n"); // nothing has gone through the other
  device.log.clear();
  EXPECT_EQ(queues.await({3, 0, 3}).message(), "the first");
  EXPECT_EQ(device.log, "0 await 2\n");
}

} // namespace
