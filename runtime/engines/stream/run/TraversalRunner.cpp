/// \file Runs the traversals (passes of all planes) of an out-of-core domain in host memory.
#include "runtime/engines/stream/run/TraversalRunner.h"
#include "runtime/core/support/Seconds.h"
#include "stencilc/Tiles.h"

namespace stencilc::inline STENCILC_SPACE {

Status TraversalRunner::run(const NextTraversal &next, const Segment &segment,
                            std::int64_t stepsBefore, const TellProgress &tell) {
  const TraversalShape &shape = next.shape;
  UnderWay traversal = {shape, stepsBefore, tell, secondsNow(), {}};
  for (int turn = 0; turn < choice.strips.count; ++turn) {
    const int index = choice.strips.stripAt(homes.traversalsSoFar(), turn);
    const Strip strip = choice.strips.strip(index, shape.steps());
    const TraversalShape sweep = Strips::sweep(shape, turn);
    std::vector<TraversalShape> shapes;
    for (int device = 0; device < chain.count(); ++device)
      shapes.push_back(sweep.onDevice(device));
    for (const TraversalTask &task : tasks.sweep(sweep, domain.uses)) {
      const int chunk = turn * shape.chunks() + task.chunk;
      if (task.act == TraversalAct::Launch)
        if (Status status = keepBehind(traversal, chunk); !status)
          return status;
      if (Status status = chain.enqueue(task, shapes, strip, *segment.scalars,
                                        segment.stepsBefore + stepsBefore);
          !status)
        return status;
      if (task.act == TraversalAct::Launch)
        traversal.ends[std::size_t(chunk)][std::size_t(task.device)] = task.number;
    }
  }
  if (!shape.leavesNothing)
    homes.hasPassed(next.depth);
  return {};
}

/// Waits, before the first launch on chunk (planes copied together) number `chunk`, until all
/// devices have computed a certain earlier chunk. So the host never enqueues too far ahead. The
/// distance is a few chunks, or more if the task queues have room and chunks follow after the end
/// of the domain.
Status TraversalRunner::keepBehind(UnderWay &traversal, int chunk) {
  constexpr int kFewest = 4, kTasks = 1024, kBetween = 2;
  if (static_cast<int>(traversal.ends.size()) > chunk)
    return {};
  traversal.ends.resize(std::size_t(chunk) + 1,
                        std::vector<std::int64_t>(std::size_t(chain.count()), -1));
  const int levels = ceilDiv(static_cast<int>(traversal.shape.levels.size()), chain.count());
  const int room = kTasks / std::max(1, levels);
  const int ahead = std::max(kFewest, std::min(room, traversal.shape.trailing() + kFewest)) +
                    kBetween * (chain.count() - 1);
  return chunk >= ahead ? awaitChunk(traversal, chunk - ahead) : Status();
}

/// Waits until all devices have computed chunk (planes copied together) number `chunk` of
/// `traversal` (pass of all planes), counted through all its strips. Then reports progress. Returns
/// an error if a plane in host memory has changed.
Status TraversalRunner::awaitChunk(const UnderWay &traversal, int chunk) {
  Status status;
  bool isLaunched = false;
  for (int device = 0; status && device < chain.count(); ++device)
    if (const std::int64_t end = traversal.ends[std::size_t(chunk)][std::size_t(device)];
        end >= 0) {
      isLaunched = true;
      status = chain.await(device, end);
    }
  if (status && isLaunched)
    status = homes.check();
  if (!status || !isLaunched || !traversal.tell)
    return status;
  const Strips &strips = choice.strips;
  const int chunks = traversal.shape.chunks(), steps = traversal.shape.steps();
  const double share = double(chunk + 1) / (chunks * strips.count);
  const double took = secondsNow() - traversal.start;
  std::string where = format("traversal %d, ", homes.traversalsSoFar() + 1);
  if (strips.count > 1)
    where += format("strip %d of %d, ", chunk / chunks + 1, strips.count);
  where += format("chunk %d of %d, %.3g GiB/s each way", chunk % chunks + 1, chunks,
                  share * traversal.shape.planes * domain.bytesIn() * strips.share(steps) / took /
                      (1 << 30));
  traversal.tell(double(traversal.stepsBefore) + share * steps, where);
  return status;
}

Status TraversalRunner::settle() {
  Status status = chain.settle();
  return status ? homes.check() : status;
}

} // namespace stencilc::inline STENCILC_SPACE
