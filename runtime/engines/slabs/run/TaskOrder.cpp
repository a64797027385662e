/// \file Determines which other tasks a launch, copy or reduction on a divided domain must wait
/// for.
#include "runtime/engines/slabs/run/TaskOrder.h"
#include "runtime/engines/slabs/plan/EndPlanes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

namespace {

bool isOf(const SlabWait &wait, const SlabTask &task) {
  return wait.part == task.part && wait.queue == task.queue;
}

SlabWait itself(const SlabTask &task) { return {task.part, task.queue, task.number}; }

} // namespace

void TaskOrder::waitFor(SlabTask &task, const SlabWait &other) {
  if (other.number < 0 || isOf(other, task))
    return;
  for (SlabWait &wait : task.waits)
    if (wait.part == other.part && wait.queue == other.queue) {
      if (wait.number < other.number)
        wait = other;
      else if (wait.number == other.number) // a wait for a whole task includes its ends
        wait.ends = wait.ends > 0 && other.ends > 0 ? wait.ends | other.ends : 0;
      return;
    }
  task.waits.push_back(other);
}

TaskOrder::TaskOrder(const Decomposition &division, const std::vector<int> &buffers)
    : division(division) {
  std::size_t all = 0;
  for (const int count : buffers) {
    firsts.push_back(all);
    all += static_cast<std::size_t>(count);
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
    made.areas.assign(all, std::vector<Area>(made.cuts.size() - 1));
  }
}

SlabTask TaskOrder::begin(SlabAct act, int part, int queue, PlaneRange planes) {
  SlabTask task;
  task.act = act;
  task.part = part;
  task.queue = queue;
  task.number = parts[static_cast<std::size_t>(part)].counts[queue]++;
  task.planes = planes;
  return task;
}

SlabTask TaskOrder::beginSend(int part, SlabSide side) {
  const bool isLow = side == SlabSide::Low;
  const PlaneRange own = division.owned(part);
  SlabTask task = begin(SlabAct::Send, part, isLow ? kSlabDown : kSlabUp,
                        isLow ? PlaneRange{own.begin, own.begin + division.halo}
                              : PlaneRange{own.end - division.halo, own.end});
  task.side = side;
  task.to = division.neighbour(part, side);
  task.shift = division.shift(part, side);
  return task;
}

void TaskOrder::send(SlabTask &task, SlabBuffer buffer) {
  task.sent.push_back(buffer);
  read(task, task.part, buffer, task.planes);
  write(task, task.to, buffer, {task.planes.begin + task.shift, task.planes.end + task.shift});
}

template <class Act>
void TaskOrder::eachArea(int part, SlabBuffer buffer, PlaneRange planes, Act act) {
  Part &of = parts[static_cast<std::size_t>(part)];
  const std::size_t number =
      firsts[static_cast<std::size_t>(buffer.field)] + static_cast<std::size_t>(buffer.buffer);
  for (std::size_t i = 0; i + 1 < of.cuts.size(); ++i)
    if (of.cuts[i] < planes.end && planes.begin < of.cuts[i + 1] && of.cuts[i] < of.cuts[i + 1])
      act(of.areas[number][i], PlaneRange{of.cuts[i], of.cuts[i + 1]});
}

void TaskOrder::read(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes) {
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

void TaskOrder::write(SlabTask &task, int part, SlabBuffer buffer, PlaneRange planes) {
  eachArea(part, buffer, planes, [&](Area &area, PlaneRange its) {
    waitFor(task, area.writer);
    for (const SlabWait &reader : area.readers)
      waitFor(task, reader);
    area.writer = itself(task);
    area.writer.ends = endsOf(task, its);
    area.readers.clear();
  });
}

unsigned TaskOrder::endsOf(const SlabTask &task, PlaneRange area) const {
  if (!task.boundaryFirst)
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

} // namespace stencilc::inline STENCILC_SPACE
