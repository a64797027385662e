/// \file Creates the tasks (copies and launches) of one device in an out-of-core run, and
/// determines the tasks that each of them waits for.
#include "runtime/engines/stream/run/DeviceTasks.h"
#include <cassert>

namespace stencilc::inline STENCILC_SPACE {

DeviceTasks::DeviceTasks(int device, std::vector<FieldRing> all)
    : device(device), rings(std::move(all)) {
  returnsBefore.resize(rings.size());
  for (const FieldRing &ring : rings)
    longest = std::max(longest, ring.planes);
}

void DeviceTasks::begin(const TraversalShape &now, const std::vector<FieldRing> &roles, int number,
                        std::vector<TraversalTask> &into) {
  shape = now;
  tasks = &into;
  sweeps = number;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    assert(roles[i].planes <= rings[i].planes && "the rings are long enough for the traversal");
    // Copies to the backing store of the previous traversal may still be running.
    const bool returns = roles[i].isOutput;
    rings[i].isOutput =
        returns || (sweeps > 0 && returnsBefore[i]) || (isOneOfMany() && rings[i].isOutput);
    returnsBefore[i] = returns;
  }
  forgetOld();
}

void DeviceTasks::end() {
  base += shape.isSkewed ? shape.last() - shape.first() : shape.chunks() * stretch();
}

std::int64_t DeviceTasks::originOf(int chunk) const {
  return shape.isSkewed ? base - shape.first()
                        : base + chunk * stretch() - shape.begin(chunk) + shape.shift();
}

int DeviceTasks::queueOf(TraversalAct act) const {
  if (!shape.isPipelined || act == TraversalAct::Launch)
    return kQueueCompute;
  return act == TraversalAct::CopyIn ? kQueueIn : kQueueOut;
}

TraversalTask &DeviceTasks::add(TraversalAct act, int chunk, int begin, int end) {
  TraversalTask task;
  task.act = act;
  task.device = device;
  task.queue = queueOf(act);
  task.sweep = sweeps;
  task.chunk = chunk;
  task.begin = begin;
  task.end = end;
  task.origin = originOf(chunk);
  task.number = counts[static_cast<std::size_t>(task.queue)]++;
  tasks->push_back(std::move(task));
  return tasks->back();
}

void DeviceTasks::waitForArrival(TraversalTask &task, int chunk) const {
  const std::int64_t last = arrived[static_cast<std::size_t>(chunk % 2)];
  if (device == 0)
    task.waitFor(0, queueOf(TraversalAct::CopyIn), last);
  else
    task.waitFor(device - 1, queueOf(TraversalAct::DeviceCopy), last);
}

void DeviceTasks::waitUntilReturned(TraversalTask &task, const FieldRing &ring,
                                    std::int64_t toPlace) const {
  if (!ring.isOutput)
    return;
  for (const auto *list : {&returned, &returnedBefore, &returnedEarlier})
    for (auto it = list->rbegin(); it != list->rend(); ++it)
      if (it->place < toPlace - ring.planes) {
        task.waitFor(device, queueOf(TraversalAct::CopyOut), it->task);
        return;
      }
}

void DeviceTasks::waitUntilSaved(TraversalTask &task, const FieldRing &ring,
                                 std::int64_t toPlace) const {
  for (auto it = stored.rbegin(); it != stored.rend(); ++it)
    if (it->place < toPlace - ring.planes)
      return task.waitFor(device, queueOf(TraversalAct::CopyOut), it->task);
}

void DeviceTasks::waitForRoom(TraversalTask &task, const FieldRing &ring,
                              std::int64_t place) const {
  for (auto it = freed.begin(); it != freed.end(); ++it)
    if (it->place >= place - ring.planes) {
      task.waitFor(device, kQueueCompute, it->task);
      break;
    }
  assert(freed.back().place >= place - ring.planes && "a ring has room for what is copied ahead");
  waitUntilReturned(task, ring, place);
  waitUntilSaved(task, ring, place);
}

void DeviceTasks::forgetOld() {
  if (isOneOfMany())
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

void DeviceTasks::restore() {
  const int end = std::min(shape.from, shape.planes);
  for (int begin = std::max(0, shape.from - shape.restored); shape.restored > 0 && begin < end;
       begin = std::min(end, begin + shape.piece)) {
    TraversalTask &task = add(TraversalAct::CopyIn, 0, begin, std::min(end, begin + shape.piece));
    task.isState = true;
    for (const FieldRing &ring : rings)
      waitForRoom(task, ring, task.origin + task.end);
    const auto number = static_cast<std::size_t>(shape.traversalNumber);
    if (number < savedAt.size())
      task.waitFor(device, queueOf(TraversalAct::CopyOut), savedAt[number]);
  }
}

void DeviceTasks::save() {
  if (shape.saved == 0)
    return;
  const int end = std::min(shape.to, shape.planes);
  for (int begin = std::max(0, shape.to - shape.saved); begin < end;
       begin = std::min(end, begin + shape.piece)) {
    TraversalTask &task =
        add(TraversalAct::CopyOut, shape.chunks() - 1, begin, std::min(end, begin + shape.piece));
    task.isState = true;
    task.waitFor(device, kQueueCompute, counts[kQueueCompute] - 1);
    // Near the start of the domain, a part of a traversal may have no launches.
    waitForArrival(task, shape.chunks() - 1);
    stored.push_back({task.number, task.origin + begin, begin});
  }
  const auto number = static_cast<std::size_t>(shape.traversalNumber);
  savedAt.resize(std::max(savedAt.size(), number + 1), -1);
  savedAt[number] = counts[static_cast<std::size_t>(queueOf(TraversalAct::CopyOut))] - 1;
}

void DeviceTasks::copyIn(int chunk, const DeviceTasks &last) {
  TraversalShape::Range range = shape.range(chunk, nullptr);
  if (shape.isSkewed) // neighbouring chunks do not overlap
    range = {shape.begin(chunk), std::min(shape.begin(chunk + 1), shape.last())};
  if (shape.isPart())
    range = {std::max(range.begin, 0), std::min(range.end, shape.planes)};
  for (int begin = range.begin; begin < range.end;) {
    // A copy does not cross an end of the domain.
    const int n = shape.planes, wrapped = ((begin % n) + n) % n;
    const int end = std::min({range.end, begin + shape.piece, begin + n - wrapped});
    TraversalTask &task = add(TraversalAct::CopyIn, chunk, begin, end);
    const std::int64_t place = task.origin + end;
    for (const FieldRing &ring : rings)
      if (ring.isInput)
        waitForRoom(task, ring, place);
    // The previous traversal must have copied these planes to the backing store.
    for (const Returned &back : last.returnedBefore)
      if (shape.followsWriting && back.begin < wrapped + (end - begin))
        task.waitFor(last.device, queueOf(TraversalAct::CopyOut), back.task);
    task.endsChunk = end == range.end;
    begin = end;
  }
  arrived[static_cast<std::size_t>(chunk % 2)] =
      counts[static_cast<std::size_t>(queueOf(TraversalAct::CopyIn))] - 1;
}

void DeviceTasks::launch(int chunk) {
  for (int i = 0; i < static_cast<int>(shape.levels.size()); ++i) {
    const TraversalShape::Range range =
        shape.range(chunk, &shape.levels[static_cast<std::size_t>(i)]);
    if (range.count() == 0)
      continue;
    TraversalTask &task = add(TraversalAct::Launch, chunk, range.begin, range.end);
    task.level = i;
    waitForArrival(task, chunk);
    for (const FieldRing &ring : rings) {
      waitUntilReturned(task, ring, task.origin + range.end);
      waitUntilSaved(task, ring, task.origin + range.end);
    }
  }
  const bool isLast = chunk == shape.chunks() - 1 && !shape.continues;
  // Positions beyond `end` are for the next traversal. A device that is not the last of a chain
  // finishes its own traversal before the last chunk.
  const std::int64_t end =
      base + (shape.isSkewed ? shape.last() - shape.first() : shape.chunks() * stretch());
  const std::int64_t place =
      isLast ? end
      : shape.isSkewed
          ? std::min(end, originOf(chunk) + shape.begin(chunk + 1) - shape.shift() - shape.reach())
          : base + (chunk + 1) * stretch();
  freed.push_back({counts[kQueueCompute] - 1, place});
  // Older entries are removed when no ring buffer can still wait for them.
  while (freed.size() > kChunksRemembered && freed[1].place < freed.back().place - longest)
    freed.erase(freed.begin());
}

template <class More> void DeviceTasks::leave(TraversalAct act, int chunk, More waitMore) {
  const TraversalShape::Range range = shape.finished(chunk);
  for (int begin = range.begin; begin < range.end;) {
    const int end = std::min(range.end, begin + shape.piece);
    TraversalTask &task = add(act, chunk, begin, end);
    task.waitFor(device, kQueueCompute, counts[kQueueCompute] - 1);
    if (shape.levels.empty())
      waitForArrival(task, chunk);
    waitMore(task);
    returned.push_back({task.number, task.origin + begin, begin});
    begin = end;
  }
}

void DeviceTasks::copyOut(int chunk) {
  leave(TraversalAct::CopyOut, chunk, [&](TraversalTask &task) {
    if (!shape.isSkewed && chunk + 1 < shape.chunks())
      waitForArrival(task, chunk + 1);
  });
}

void DeviceTasks::handOver(int chunk, DeviceTasks &next) {
  leave(TraversalAct::DeviceCopy, chunk, [&](TraversalTask &task) {
    for (const FieldRing &ring : next.rings)
      if (ring.isInput)
        next.waitForRoom(task, ring, task.origin + task.end);
  });
  next.arrived[static_cast<std::size_t>(chunk % 2)] = counts[kQueueOut] - 1;
}

} // namespace stencilc::inline STENCILC_SPACE
