/// \file The order of launches and copies between slabs, and what each waits for.
#include "stencilc/slabs/SlabTasks.h"
#include "stencilc/slabs/EndPlanes.h"
#include <cassert>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

namespace {

bool isOf(const SlabWait &wait, const SlabTask &task) {
  return wait.part == task.part && wait.queue == task.queue;
}

/// A task does not wait for those of its own queue, which is in order anyway.
void waitFor(SlabTask &task, const SlabWait &other) {
  if (other.number < 0 || isOf(other, task))
    return;
  for (SlabWait &wait : task.waits)
    if (wait.part == other.part && wait.queue == other.queue) {
      if (wait.number < other.number)
        wait = other;
      else if (wait.number == other.number) // to wait for all of it is to wait for its ends
        wait.ends = wait.ends > 0 && other.ends > 0 ? wait.ends | other.ends : 0;
      return;
    }
  task.waits.push_back(other);
}

SlabWait itself(const SlabTask &task) { return {task.part, task.queue, task.number}; }

int reachOf(const std::vector<TraversalLevel> &launches) {
  int reach = 0;
  for (const TraversalLevel &level : launches)
    reach += level.reach;
  return reach;
}

} // namespace

SlabTasks::SlabTasks(const Decomposition &division, std::vector<TraversedField> all,
                     SlabExchange exchange, bool lendsBuffers)
    : division(division), fields(std::move(all)), exchange(exchange), lendsBuffers(lendsBuffers) {
  std::size_t buffers = 0;
  for (const TraversedField &field : fields) {
    firstBuffers.push_back(buffers);
    buffers += static_cast<std::size_t>(field.buffers);
  }
  for (int part = 0; part < division.parts; ++part) {
    const PlaneRange held = division.held(part), own = division.owned(part);
    Part &made = parts.emplace_back();
    made.cuts = {held.begin,
                 own.begin,
                 std::min(own.end, own.begin + division.halo),
                 std::max(own.begin, own.end - division.halo),
                 own.end,
                 held.end};
    std::sort(made.cuts.begin(), made.cuts.end());
    made.areas.assign(buffers, std::vector<Area>(made.cuts.size() - 1));
  }
  restart();
}

std::size_t SlabTasks::bufferOf(std::size_t field, int level) const {
  return firstBuffers[field] + static_cast<std::size_t>(fields[field].buffer(now[field], level));
}

template <class Act>
void SlabTasks::eachArea(int part, std::size_t buffer, PlaneRange planes, Act act) {
  Part &of = parts[static_cast<std::size_t>(part)];
  for (std::size_t i = 0; i + 1 < of.cuts.size(); ++i)
    if (of.cuts[i] < planes.end && planes.begin < of.cuts[i + 1] && of.cuts[i] < of.cuts[i + 1])
      act(of.areas[buffer][i], PlaneRange{of.cuts[i], of.cuts[i + 1]});
}

void SlabTasks::read(SlabTask &task, int part, std::size_t buffer, PlaneRange planes) {
  eachArea(part, buffer, planes, [&](Area &area, PlaneRange) {
    waitFor(task, area.writer);
    for (SlabWait &reader : area.readers)
      if (isOf(reader, task)) {
        reader.number = task.number;
        return;
      }
    area.readers.push_back(itself(task));
  });
}

void SlabTasks::write(SlabTask &task, int part, std::size_t buffer, PlaneRange planes) {
  eachArea(part, buffer, planes, [&](Area &area, PlaneRange its) {
    waitFor(task, area.writer);
    for (const SlabWait &reader : area.readers)
      waitFor(task, reader);
    area.writer = itself(task);
    area.writer.ends = endsOf(task, its);
    area.readers.clear();
  });
}

unsigned SlabTasks::endsOf(const SlabTask &task, PlaneRange area) const {
  if (!task.endsFirst)
    return 0;
  const EndPieces pieces(task.planes, division.halo,
                         division.neighbour(task.part, SlabSide::Low) >= 0,
                         division.neighbour(task.part, SlabSide::High) >= 0);
  unsigned ends = 0;
  int covered = 0;
  for (const int end : {kLowEnd, kHighEnd}) {
    const int begin = std::max(area.begin, pieces.of[end].begin);
    const int planes = std::min(area.end, pieces.of[end].end) - begin;
    ends |= planes > 0 ? 1U << end : 0;
    covered += std::max(0, planes);
  }
  return covered == area.count() ? ends : 0;
}

SlabTask SlabTasks::begin(SlabAct act, int part, int queue, PlaneRange planes) {
  SlabTask task;
  task.act = act;
  task.part = part;
  task.queue = queue;
  task.number = parts[static_cast<std::size_t>(part)].counts[queue]++;
  task.planes = planes;
  task.current = now;
  return task;
}

void SlabTasks::launch(int part, int queue, PlaneRange planes, const TraversalLevel &level,
                       bool endsFirst) {
  if (planes.count() <= 0)
    return;
  SlabTask task = begin(SlabAct::Launch, part, queue, planes);
  task.endsFirst = endsFirst;
  task.level = level;
  task.stepsBefore = stepsDone;
  task.rotations = rotations;
  const PlaneRange seen = {planes.begin - level.reach, planes.end + level.reach};
  // One of several kernels of a step may read what those before have made.
  const bool readsNew = level.steps == 0 || level.kernel > 0;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!fields[f].isUpdated)
      continue;
    for (int age = readsNew ? -1 : 0; age < fields[f].levels; ++age)
      read(task, part, bufferOf(f, -age), seen);
    const int made = std::min(fields[f].levels, std::max(1, level.steps));
    for (int step = lendsBuffers ? 1 - fields[f].levels : 1; step <= made; ++step)
      write(task, part, bufferOf(f, step), planes);
  }
  tasks.push_back(std::move(task));
}

void SlabTasks::launchEnds(int part, const TraversalLevel &level) {
  const PlaneRange own = division.owned(part);
  const bool hasLow = division.neighbour(part, SlabSide::Low) >= 0;
  const bool hasHigh = division.neighbour(part, SlabSide::High) >= 0;
  const int high = hasHigh ? std::max(own.begin, own.end - division.halo) : own.end;
  const int low = hasLow ? std::min(high, own.begin + division.halo) : own.begin;
  const std::int64_t (&counts)[kSlabQueues] = parts[static_cast<std::size_t>(part)].counts;
  const SlabWait before = {part, kSlabCompute, counts[kSlabCompute] - 1};
  launch(part, kSlabCompute, {own.begin, low}, level);
  const bool isBeside = low > own.begin && high < own.end;
  launch(part, isBeside ? kSlabBeside : kSlabCompute, {high, own.end}, level);
  if (!isBeside)
    return launch(part, kSlabCompute, {low, high}, level);
  waitFor(tasks.back(), before); // which may have left it values within a step
  const std::size_t ends = tasks.size();
  launch(part, kSlabCompute, {low, high}, level);
  if (tasks.size() > ends) // the ends are to be done first
    waitFor(tasks.back(), {part, kSlabBeside, counts[kSlabBeside] - 1});
}

void SlabTasks::send(int part, SlabSide side) {
  const int to = division.neighbour(part, side);
  if (to < 0)
    return;
  const bool isLow = side == SlabSide::Low;
  const PlaneRange own = division.owned(part);
  SlabTask task = begin(SlabAct::Send, part, isLow ? kSlabDown : kSlabUp,
                        isLow ? PlaneRange{own.begin, own.begin + division.halo}
                              : PlaneRange{own.end - division.halo, own.end});
  task.side = side;
  task.to = to;
  task.shift = division.shift(part, side);
  task.steps = stepsDone;
  const PlaneRange there = {task.planes.begin + task.shift, task.planes.end + task.shift};
  for (std::size_t f = 0; f < fields.size(); ++f)
    for (int age = 0; fields[f].isUpdated && age < std::min(fields[f].levels, stepsDone); ++age) {
      read(task, part, bufferOf(f, -age), task.planes);
      write(task, to, bufferOf(f, -age), there);
    }
  tasks.push_back(std::move(task));
}

std::vector<SlabTask> SlabTasks::group(const std::vector<TraversalLevel> &launches) {
  int rest = reachOf(launches);
  assert(rest <= division.halo || division.neighbour(0, SlabSide::High) < 0);
  tasks.clear();
  stepsDone = rotations = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const TraversalLevel &level = launches[i];
    rest -= level.reach;
    for (int part = 0; part < division.parts; ++part) {
      const PlaneRange own = division.owned(part), held = division.held(part);
      const bool isLast = i + 1 == launches.size();
      if (exchange == SlabExchange::Ends && isLast)
        launchEnds(part, level);
      else if (exchange == SlabExchange::Ordered && isLast && hasNeighbours())
        launch(part, kSlabCompute, own, level, true);
      else
        launch(part, kSlabCompute,
               {std::max(held.begin, own.begin - rest), std::min(held.end, own.end + rest)}, level);
    }
    if (level.steps == 0)
      continue;
    stepsDone += level.steps;
    ++rotations;
    for (std::size_t f = 0; f < fields.size(); ++f)
      now[f] = fields[f].rotated(now[f], level.steps);
  }
  for (int part = 0; part < division.parts; ++part)
    for (const SlabSide side : {SlabSide::Low, SlabSide::High})
      send(part, side);
  return std::move(tasks);
}

} // namespace stencilc::inline STENCILC_SPACE
