/// \file Turns the actions of a time step (kernels, in-step reductions and repeats) into tasks for
/// all parts (slabs of devices) of a domain.
#include "runtime/engines/slabs/run/PieceTasks.h"
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
    rights.emplace_back(static_cast<std::size_t>(field.use.buffers), division.halo);
}

SlabTask PieceTasks::ofNow(SlabTask task) const {
  task.current = buffers.current();
  task.iterates = buffers.iterates();
  return task;
}

SlabTask PieceTasks::begin(SlabAct act, int part, int queue, PlaneRange planes) {
  return ofNow(order.begin(act, part, queue, planes));
}

std::vector<SlabTask> PieceTasks::send(const std::vector<SlabBuffer> &wanted) {
  std::vector<SlabBuffer> sent;
  for (const SlabBuffer &buffer : wanted)
    if (hasNeighbours() && right(buffer) < division.halo) {
      sent.push_back(buffer);
      right(buffer) = division.halo;
    }
  std::vector<SlabTask> tasks;
  for (int part = 0; !sent.empty() && part < division.parts; ++part)
    for (const SlabSide side : {SlabSide::Low, SlabSide::High}) {
      if (division.neighbour(part, side) < 0)
        continue;
      SlabTask task = ofNow(order.beginSend(part, side));
      for (const SlabBuffer &buffer : sent)
        order.send(task, buffer);
      tasks.push_back(std::move(task));
    }
  return tasks;
}

std::vector<SlabTask> PieceTasks::exchange(const StepPiece &piece) {
  std::vector<SlabBuffer> wanted, others;
  for (int i = 0; i < piece.reads; ++i) {
    const PlaneUse &use = slabs.uses[piece.firstUse + i];
    const SlabBuffer its = buffers.of(use.field, use.level);
    (right(its) < use.reach ? wanted : others).push_back(its);
  }
  if (!wanted.empty() && isRepeated && slabs.every > 1) // for the later iterations
    wanted.insert(wanted.end(), others.begin(), others.end());
  return send(wanted);
}

std::vector<SlabTask> PieceTasks::exchangeAll() {
  std::vector<SlabBuffer> wanted;
  for (int field = 0; field < buffers.count(); ++field)
    for (int age = 0; buffers.use(field).isUpdated && age < buffers.use(field).levels; ++age)
      wanted.push_back(buffers.of(field, -age));
  return send(wanted);
}

int PieceTasks::beyond(const StepPiece &piece) {
  if (!isRepeated || slabs.every == 1 || piece.act == StepAct::GlobalReduction)
    return 0;
  int more = division.halo;
  for (int i = 0; i < piece.reads; ++i) {
    const PlaneUse &use = slabs.uses[piece.firstUse + i];
    more = std::min(more, right(buffers.of(use.field, use.level)) - use.reach);
  }
  return std::max(0, more);
}

PlaneRange PieceTasks::planesOf(int part, int more) const {
  const PlaneRange own = division.owned(part), held = division.held(part);
  return {std::max(held.begin, own.begin - more), std::min(held.end, own.end + more)};
}

std::vector<SlabTask> PieceTasks::run(const StepPiece &piece) {
  const PlaneUse *const uses = slabs.uses + piece.firstUse;
  int reach = 0;
  for (int i = 0; i < piece.reads; ++i)
    reach = std::max(reach, uses[i].reach);
  const int more = beyond(piece);
  std::vector<SlabTask> tasks;
  for (int part = 0; part < division.parts; ++part) {
    const bool isGlobalReduction = piece.act == StepAct::GlobalReduction;
    const PlaneRange its = planesOf(part, more);
    SlabTask task = begin(isGlobalReduction ? SlabAct::GlobalReduction : SlabAct::Launch, part,
                          kSlabCompute, its);
    isGlobalReduction ? task.globalReduction = piece.number : task.level.kernel = piece.number;
    task.level.reach = reach;
    for (int i = 0; i < piece.reads; ++i) // kernels may load more planes than they need
      order.read(task, part, buffers.of(uses[i].field, uses[i].level),
                 {its.begin - reach, its.end + reach});
    for (int i = piece.reads; i < piece.reads + piece.writes; ++i)
      order.write(task, part, buffers.of(uses[i].field, uses[i].level), its);
    tasks.push_back(std::move(task));
  }
  for (int i = piece.reads; i < piece.reads + piece.writes; ++i)
    right(buffers.of(uses[i].field, uses[i].level)) = more;
  return tasks;
}

void PieceTasks::carry(const RepeatDescription &repeat, std::int64_t iteration) {
  isRepeated = true;
  for (int i = 0; i < repeat.carryCount; ++i)
    buffers.carry(slabs.carries[repeat.firstCarry + i], iteration, repeat.count);
}

std::vector<SlabTask> PieceTasks::endRepeat(const RepeatDescription &repeat) {
  isRepeated = false;
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
    right(copied->second) = right(copied->first);
  }
  return tasks;
}

void PieceTasks::restart() {
  buffers.restart();
  isRepeated = false;
  for (std::vector<int> &field : rights)
    std::fill(field.begin(), field.end(), division.halo);
}

namespace {

/// One time step whose actions (kernels, in-step reductions and repeats, which are loops within the
/// step) are being executed one by one.
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
      else if (!(piece.act == StepAct::GlobalReduction && acts.leavesOut(piece.number)))
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
    return status && piece.act == StepAct::GlobalReduction ? acts.join(piece.number) : status;
  }
  void begin(int piece) {
    first = piece;
    iteration = 0;
    tasks.carry(slabs.repeats[slabs.pieces[piece].number], iteration);
  }
  /// Ends an iteration of a repeat (a loop within a time step). `piece` is the action that ends the
  /// loop. If another iteration follows, sets `next` to the index of the action that begins the
  /// loop. Otherwise ends the repeat and leaves `next` unchanged.
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
  int first = 0; // first piece of the current repeat
  std::int64_t iteration = 0;
};

} // namespace

Status doStep(const SlabDescription &slabs, PieceTasks &tasks, PieceActs &acts) {
  return StepOnItsWay(slabs, tasks, acts).go();
}

} // namespace stencilc::inline STENCILC_SPACE
