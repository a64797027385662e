/// \file Orders the launches and copies of slabs, and determines which tasks each waits for.
#include "runtime/engines/slabs/run/SlabTasks.h"
#include <cassert>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

namespace {

std::vector<int> countsOf(const std::vector<TraversedField> &fields) {
  std::vector<int> counts;
  for (const TraversedField &field : fields)
    counts.push_back(field.buffers);
  return counts;
}

} // namespace

SlabTasks::SlabTasks(const Decomposition &division, std::vector<TraversedField> all,
                     SlabExchange exchange, bool lendsBuffers)
    : division(division), fields(std::move(all)), exchange(exchange), lendsBuffers(lendsBuffers),
      order(division, countsOf(fields)) {
  restart();
}

SlabBuffer SlabTasks::bufferOf(std::size_t field, int level) const {
  return {static_cast<int>(field), fields[field].buffer(now[field], level)};
}

SlabTask SlabTasks::begin(SlabAct act, int part, int queue, PlaneRange planes) {
  SlabTask task = order.begin(act, part, queue, planes);
  task.current = now;
  return task;
}

void SlabTasks::launch(int part, int queue, PlaneRange planes, const TraversalLevel &level,
                       bool boundaryFirst) {
  if (planes.count() <= 0)
    return;
  SlabTask task = begin(SlabAct::Launch, part, queue, planes);
  task.boundaryFirst = boundaryFirst;
  task.level = level;
  task.stepsBefore = stepsDone;
  task.rotations = rotations;
  const PlaneRange seen = {planes.begin - level.reach, planes.end + level.reach};
  // Later kernels of a time step may read results of earlier ones.
  const bool readsNew = level.steps == 0 || level.kernel > 0;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!fields[f].isUpdated)
      continue;
    for (int age = readsNew ? -1 : 0; age < fields[f].levels; ++age)
      order.read(task, part, bufferOf(f, -age), seen);
    const int made = std::min(fields[f].levels, std::max(1, level.steps));
    for (int step = lendsBuffers ? 1 - fields[f].levels : 1; step <= made; ++step)
      order.write(task, part, bufferOf(f, step), planes);
  }
  tasks.push_back(std::move(task));
}

void SlabTasks::launchEnds(int part, const TraversalLevel &level) {
  const PlaneRange own = division.owned(part);
  const bool hasLow = division.neighbour(part, SlabSide::Low) >= 0;
  const bool hasHigh = division.neighbour(part, SlabSide::High) >= 0;
  const int high = hasHigh ? std::max(own.begin, own.end - division.halo) : own.end;
  const int low = hasLow ? std::min(high, own.begin + division.halo) : own.begin;
  const SlabWait before = order.last(part, kSlabCompute);
  launch(part, kSlabCompute, {own.begin, low}, level);
  const bool isBeside = low > own.begin && high < own.end;
  launch(part, isBeside ? kSlabBeside : kSlabCompute, {high, own.end}, level);
  if (!isBeside)
    return launch(part, kSlabCompute, {low, high}, level);
  TaskOrder::waitFor(tasks.back(), before); // which may have left values for it within the step
  const std::size_t ends = tasks.size();
  launch(part, kSlabCompute, {low, high}, level);
  if (tasks.size() > ends) // so that the ends run first
    TaskOrder::waitFor(tasks.back(), order.last(part, kSlabBeside));
}

void SlabTasks::send(int part, SlabSide side) {
  if (division.neighbour(part, side) < 0 || division.halo == 0)
    return;
  SlabTask task = order.beginSend(part, side);
  task.current = now;
  for (std::size_t f = 0; f < fields.size(); ++f)
    for (int age = 0; fields[f].isUpdated && age < std::min(fields[f].levels, stepsDone); ++age)
      order.send(task, bufferOf(f, -age));
  tasks.push_back(std::move(task));
}

std::vector<SlabTask> SlabTasks::group(const std::vector<TraversalLevel> &launches) {
  tasks.clear();
  stepsDone = rotations = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const TraversalLevel &level = launches[i];
    assert(std::max(level.beyondLow, level.beyondHigh) <= division.halo || !hasNeighbours());
    for (int part = 0; part < division.parts; ++part) {
      const PlaneRange own = division.owned(part), held = division.held(part);
      const bool isLast = i + 1 == launches.size();
      if (exchange == SlabExchange::Ends && isLast)
        launchEnds(part, level);
      else if (exchange == SlabExchange::Ordered && isLast && hasNeighbours())
        launch(part, kSlabCompute, own, level, true);
      else
        launch(part, kSlabCompute,
               {std::max(held.begin, own.begin - level.beyondLow),
                std::min(held.end, own.end + level.beyondHigh)},
               level);
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
