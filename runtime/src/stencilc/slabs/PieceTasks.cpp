/// \file The pieces of a step on all parts.
#include "stencilc/slabs/PieceTasks.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

static std::vector<int> countsOf(const std::vector<BufferedField> &fields) {
  std::vector<int> counts;
  for (const BufferedField &field : fields)
    counts.push_back(field.use.buffers);
  return counts;
}

PieceTasks::PieceTasks(const Decomposition &division, const std::vector<BufferedField> &fields,
                       const SlabDescription &slabs)
    : division(division), slabs(slabs), buffers(fields), order(division, countsOf(fields)) {
  for (const BufferedField &field : fields)
    stale.emplace_back(static_cast<std::size_t>(field.use.buffers));
}

SlabTask PieceTasks::begin(SlabAct act, int part, int queue, PlaneRange planes) {
  SlabTask task = order.begin(act, part, queue, planes);
  task.current = buffers.current();
  task.iterates = buffers.iterates();
  return task;
}

std::vector<SlabTask> PieceTasks::send(const std::vector<SlabBuffer> &wanted) {
  std::vector<SlabBuffer> sent;
  for (const SlabBuffer &buffer : wanted)
    if (hasNeighbours() && isStale(buffer)) {
      sent.push_back(buffer);
      isStale(buffer) = false;
    }
  std::vector<SlabTask> tasks;
  for (int part = 0; !sent.empty() && part < division.parts; ++part)
    for (const SlabSide side : {SlabSide::Low, SlabSide::High}) {
      const int to = division.neighbour(part, side);
      if (to < 0)
        continue;
      const bool isLow = side == SlabSide::Low;
      const PlaneRange own = division.owned(part);
      SlabTask task = begin(SlabAct::Send, part, isLow ? kSlabDown : kSlabUp,
                            isLow ? PlaneRange{own.begin, own.begin + division.halo}
                                  : PlaneRange{own.end - division.halo, own.end});
      task.side = side;
      task.to = to;
      task.shift = division.shift(part, side);
      task.sent = sent;
      for (const SlabBuffer &buffer : sent) {
        order.read(task, part, buffer, task.planes);
        order.write(task, to, buffer,
                    {task.planes.begin + task.shift, task.planes.end + task.shift});
      }
      tasks.push_back(std::move(task));
    }
  return tasks;
}

std::vector<SlabTask> PieceTasks::exchange(const StepPiece &piece) {
  std::vector<SlabBuffer> wanted;
  for (int i = 0; i < piece.reads; ++i)
    if (const PlaneUse &use = slabs.uses[piece.firstUse + i]; use.reach > 0)
      wanted.push_back(buffers.of(use.field, use.level));
  return send(wanted);
}

std::vector<SlabTask> PieceTasks::exchangeAll() {
  std::vector<SlabBuffer> wanted;
  for (int field = 0; field < buffers.count(); ++field)
    for (int age = 0; buffers.use(field).isUpdated && age < buffers.use(field).levels; ++age)
      wanted.push_back(buffers.of(field, -age));
  return send(wanted);
}

std::vector<SlabTask> PieceTasks::run(const StepPiece &piece) {
  const PlaneUse *const uses = slabs.uses + piece.firstUse;
  int reach = 0;
  for (int i = 0; i < piece.reads; ++i)
    reach = std::max(reach, uses[i].reach);
  std::vector<SlabTask> tasks;
  for (int part = 0; part < division.parts; ++part) {
    const bool isSurvey = piece.act == StepAct::Survey;
    const PlaneRange own = division.owned(part);
    SlabTask task = begin(isSurvey ? SlabAct::Survey : SlabAct::Launch, part, kSlabCompute, own);
    isSurvey ? task.survey = piece.number : task.level.kernel = piece.number;
    task.level.reach = reach;
    for (int i = 0; i < piece.reads; ++i) // a kernel may load planes of it that it does not need
      order.read(task, part, buffers.of(uses[i].field, uses[i].level),
                 {own.begin - reach, own.end + reach});
    for (int i = piece.reads; i < piece.reads + piece.writes; ++i)
      order.write(task, part, buffers.of(uses[i].field, uses[i].level), own);
    tasks.push_back(std::move(task));
  }
  for (int i = piece.reads; i < piece.reads + piece.writes; ++i)
    isStale(buffers.of(uses[i].field, uses[i].level)) = true;
  return tasks;
}

void PieceTasks::carry(const RepeatDescription &repeat, std::int64_t iteration) {
  for (int i = 0; i < repeat.carryCount; ++i)
    buffers.carry(slabs.carries[repeat.firstCarry + i], iteration, repeat.count);
}

std::vector<SlabTask> PieceTasks::endRepeat(const RepeatDescription &repeat) {
  std::vector<SlabTask> tasks;
  for (int i = 0; i < repeat.carryCount; ++i) {
    const auto copied = buffers.endCarry(slabs.carries[repeat.firstCarry + i]);
    if (!copied)
      continue;
    for (int part = 0; part < division.parts; ++part) {
      SlabTask task = begin(SlabAct::Copy, part, kSlabCompute, division.held(part));
      task.sent = {copied->first};
      task.onto = copied->second;
      order.read(task, part, copied->first, task.planes);
      order.write(task, part, copied->second, task.planes);
      tasks.push_back(std::move(task));
    }
    isStale(copied->second) = isStale(copied->first);
  }
  return tasks;
}

void PieceTasks::restart() {
  buffers.restart();
  for (std::deque<bool> &field : stale)
    std::fill(field.begin(), field.end(), false);
}

namespace {

/// A step on its way.
class StepOnItsWay {
public:
  StepOnItsWay(const SlabDescription &slabs, PieceTasks &tasks, PieceActs &acts)
      : slabs(slabs), tasks(tasks), acts(acts) {}

  Status go() {
    Status status;
    for (int next = 0; status && next < slabs.pieceCount;) {
      const StepPiece &piece = slabs.pieces[next];
      if (piece.act == StepAct::Begin)
        begin(next);
      else if (piece.act == StepAct::End)
        status = end(piece, next);
      else if (!(piece.act == StepAct::Survey && acts.leavesOut(piece.number)))
        status = run(piece);
      ++next;
    }
    if (status)
      tasks.endStep();
    return status;
  }

private:
  Status run(const StepPiece &piece) {
    Status status = acts.enqueue(tasks.exchange(piece));
    if (status)
      status = acts.enqueue(tasks.run(piece));
    return status && piece.act == StepAct::Survey ? acts.join(piece.number) : status;
  }
  void begin(int piece) {
    first = piece;
    iteration = 0;
    tasks.carry(slabs.repeats[slabs.pieces[piece].number], iteration);
  }
  /// Goes back to the first piece of the repeat, or on.
  Status end(const StepPiece &piece, int &next) {
    const RepeatDescription &repeat = slabs.repeats[piece.number];
    if (++iteration == repeat.count || (repeat.mayEnd && acts.isOver(piece.number)))
      return acts.enqueue(tasks.endRepeat(repeat));
    tasks.carry(repeat, iteration);
    next = first;
    return {};
  }

  const SlabDescription &slabs;
  PieceTasks &tasks;
  PieceActs &acts;
  int first = 0; // piece of the repeat that it is in
  std::int64_t iteration = 0;
};

} // namespace

Status doStep(const SlabDescription &slabs, PieceTasks &tasks, PieceActs &acts) {
  return StepOnItsWay(slabs, tasks, acts).go();
}

} // namespace stencilc::inline STENCILC_SPACE
