/// \file The order of copies and launches, and what each waits for.
#include "stencilc/stream/TraversalTasks.h"
#include <cassert>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE {

TraversalTasks::TraversalTasks(std::vector<FieldRing> all) : rings(std::move(all)) {
  returnsBefore.resize(rings.size());
  for (const FieldRing &ring : rings)
    longest = std::max(longest, ring.planes);
}

std::vector<TraversalTask> TraversalTasks::sweep(const TraversalShape &shape,
                                                 const std::vector<FieldRing> &roles) {
  tasks.clear();
  for (std::size_t i = 0; i < rings.size(); ++i) {
    assert(roles[i].planes <= rings[i].planes && "the rings are long enough for the traversal");
    // What the traversal before returns may be under way.
    const bool returns = roles[i].isOutput;
    rings[i].isOutput =
        returns || (sweeps > 0 && returnsBefore[i]) || (isOneOfMany(shape) && rings[i].isOutput);
    returnsBefore[i] = returns;
  }
  forgetOld(isOneOfMany(shape));
  const int chunks = shape.chunks();
  const bool ahead = shape.isPipelined;
  for (int i = 0; i < chunks; ++i) {
    if (i == 0) {
      restore(shape);
      copyIn(shape, 0);
    }
    if (ahead && i + 1 < chunks)
      copyIn(shape, i + 1);
    launch(shape, i);
    if (!ahead && !shape.isSkewed && i + 1 < chunks)
      copyIn(shape, i + 1); // before this chunk takes the place of what that one reads
    copyOut(shape, i);
    if (!ahead && shape.isSkewed && i + 1 < chunks)
      copyIn(shape, i + 1);
  }
  save(shape);
  base += shape.isSkewed ? shape.last() - shape.first() : chunks * stretch(shape);
  ++sweeps;
  return tasks;
}

std::int64_t TraversalTasks::originOf(const TraversalShape &shape, int chunk) const {
  return shape.isSkewed ? base - shape.first()
                        : base + chunk * stretch(shape) - shape.begin(chunk) + shape.shift();
}

TraversalTask &TraversalTasks::add(const TraversalShape &shape, TraversalAct act, int chunk,
                                   int begin, int end) {
  TraversalTask task;
  task.act = act;
  task.queue = !shape.isPipelined ? kQueueCompute : static_cast<int>(act);
  task.sweep = sweeps;
  task.chunk = chunk;
  task.begin = begin;
  task.end = end;
  task.origin = originOf(shape, chunk);
  task.number = counts[task.queue]++;
  tasks.push_back(task);
  return tasks.back();
}

void TraversalTasks::wait(TraversalTask &task, int queue, std::int64_t number) const {
  if (queue != task.queue)
    task.waits[queue] = std::max(task.waits[queue], number);
}

void TraversalTasks::waitUntilReturned(TraversalTask &task, const FieldRing &ring,
                                       std::int64_t toPlace, int outQueue) const {
  if (!ring.isOutput)
    return;
  for (const auto *list : {&returned, &returnedBefore, &returnedEarlier})
    for (auto it = list->rbegin(); it != list->rend(); ++it)
      if (it->place < toPlace - ring.planes) {
        wait(task, outQueue, it->task);
        return;
      }
}

void TraversalTasks::waitUntilSaved(TraversalTask &task, const FieldRing &ring,
                                    std::int64_t toPlace, int outQueue) const {
  for (auto it = stored.rbegin(); it != stored.rend(); ++it)
    if (it->place < toPlace - ring.planes)
      return wait(task, outQueue, it->task);
}

void TraversalTasks::waitForRoom(TraversalTask &task, const TraversalShape &shape,
                                 const FieldRing &ring, std::int64_t place) const {
  for (auto it = freed.begin(); it != freed.end(); ++it)
    if (it->place >= place - ring.planes) {
      wait(task, kQueueCompute, it->task);
      break;
    }
  assert(freed.back().place >= place - ring.planes && "a ring has room for what is copied ahead");
  waitUntilReturned(task, ring, place, queueOf(shape, TraversalAct::CopyOut));
  waitUntilSaved(task, ring, place, queueOf(shape, TraversalAct::CopyOut));
}

void TraversalTasks::forgetOld(bool isOneOfMany) {
  if (isOneOfMany)
    returnedEarlier.insert(returnedEarlier.end(), returnedBefore.begin(), returnedBefore.end());
  else
    returnedEarlier.clear();
  for (auto *list : {&returnedEarlier, &stored}) {
    std::size_t old = 0;
    while (old + 1 < list->size() && (*list)[old + 1].place < base - longest)
      ++old;
    list->erase(list->begin(), list->begin() + static_cast<std::ptrdiff_t>(old));
  }
  returnedBefore = std::move(returned);
  returned.clear();
}

void TraversalTasks::restore(const TraversalShape &shape) {
  const int end = std::min(shape.from, shape.planes);
  for (int begin = std::max(0, shape.from - shape.restored); shape.restored > 0 && begin < end;
       begin = std::min(end, begin + shape.piece)) {
    TraversalTask &task =
        add(shape, TraversalAct::CopyIn, 0, begin, std::min(end, begin + shape.piece));
    task.isState = true;
    for (const FieldRing &ring : rings)
      waitForRoom(task, shape, ring, task.origin + task.end);
    const auto number = static_cast<std::size_t>(shape.traversalNumber);
    if (number < savedAt.size())
      wait(task, queueOf(shape, TraversalAct::CopyOut), savedAt[number]);
  }
}

void TraversalTasks::save(const TraversalShape &shape) {
  if (shape.saved == 0)
    return;
  const int end = std::min(shape.to, shape.planes);
  for (int begin = std::max(0, shape.to - shape.saved); begin < end;
       begin = std::min(end, begin + shape.piece)) {
    TraversalTask &task = add(shape, TraversalAct::CopyOut, shape.chunks() - 1, begin,
                              std::min(end, begin + shape.piece));
    task.isState = true;
    wait(task, kQueueCompute, counts[kQueueCompute] - 1);
    // Near the start of the domain there may be nothing to launch yet.
    wait(task, queueOf(shape, TraversalAct::CopyIn), arrived[(shape.chunks() - 1) % 2]);
    stored.push_back({task.number, task.origin + begin, begin});
  }
  const auto number = static_cast<std::size_t>(shape.traversalNumber);
  savedAt.resize(std::max(savedAt.size(), number + 1), -1);
  savedAt[number] = counts[queueOf(shape, TraversalAct::CopyOut)] - 1;
}

void TraversalTasks::copyIn(const TraversalShape &shape, int chunk) {
  TraversalShape::Range range = shape.range(chunk, nullptr);
  if (shape.isSkewed) // neighbouring chunks do not overlap
    range = {shape.begin(chunk), std::min(shape.begin(chunk + 1), shape.last())};
  if (shape.isPart())
    range = {std::max(range.begin, 0), std::min(range.end, shape.planes)};
  for (int begin = range.begin; begin < range.end;) {
    // A piece does not run over an end of the domain.
    const int n = shape.planes, wrapped = ((begin % n) + n) % n;
    const int end = std::min({range.end, begin + shape.piece, begin + n - wrapped});
    TraversalTask &task = add(shape, TraversalAct::CopyIn, chunk, begin, end);
    const std::int64_t place = task.origin + end;
    for (const FieldRing &ring : rings)
      if (ring.isInput)
        waitForRoom(task, shape, ring, place);
    // The traversal before must have brought these planes back.
    for (const Returned &back : returnedBefore)
      if (shape.followsWriting && back.begin < wrapped + (end - begin))
        wait(task, queueOf(shape, TraversalAct::CopyOut), back.task);
    task.endsChunk = end == range.end;
    begin = end;
  }
  arrived[chunk % 2] = counts[queueOf(shape, TraversalAct::CopyIn)] - 1;
}

void TraversalTasks::launch(const TraversalShape &shape, int chunk) {
  for (int i = 0; i < static_cast<int>(shape.levels.size()); ++i) {
    const TraversalShape::Range range = shape.range(chunk, &shape.levels[i]);
    if (range.count() == 0)
      continue;
    TraversalTask &task = add(shape, TraversalAct::Launch, chunk, range.begin, range.end);
    task.level = i;
    wait(task, queueOf(shape, TraversalAct::CopyIn), arrived[chunk % 2]);
    for (const FieldRing &ring : rings) {
      const std::int64_t place = task.origin + range.end;
      waitUntilReturned(task, ring, place, queueOf(shape, TraversalAct::CopyOut));
      waitUntilSaved(task, ring, place, queueOf(shape, TraversalAct::CopyOut));
    }
  }
  const bool isLast = chunk == shape.chunks() - 1 && !shape.continues;
  const std::int64_t origin = originOf(shape, chunk);
  const std::int64_t place =
      isLast
          ? base + (shape.isSkewed ? shape.last() - shape.first() : shape.chunks() * stretch(shape))
      : shape.isSkewed ? origin + shape.begin(chunk + 1) - shape.shift() - shape.reach()
                       : base + (chunk + 1) * stretch(shape);
  freed.push_back({counts[kQueueCompute] - 1, place});
  // As far back as a ring may still have to wait for.
  while (freed.size() > kChunksRemembered && freed[1].place < freed.back().place - longest)
    freed.erase(freed.begin());
}

void TraversalTasks::copyOut(const TraversalShape &shape, int chunk) {
  const TraversalShape::Range range = shape.finished(chunk);
  for (int begin = range.begin; begin < range.end;) {
    const int end = std::min(range.end, begin + shape.piece);
    TraversalTask &task = add(shape, TraversalAct::CopyOut, chunk, begin, end);
    wait(task, kQueueCompute, counts[kQueueCompute] - 1);
    if (!shape.isSkewed && chunk + 1 < shape.chunks())
      wait(task, queueOf(shape, TraversalAct::CopyIn), arrived[(chunk + 1) % 2]);
    returned.push_back({task.number, task.origin + begin, begin});
    begin = end;
  }
}

} // namespace stencilc::inline STENCILC_SPACE
