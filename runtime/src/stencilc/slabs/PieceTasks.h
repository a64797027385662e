/// \file A step on whose way parts meet, as tasks: each piece of it on the planes of every part,
/// and before it copies of the planes that it reads of neighbours. A pure function of the division
/// and of what pieces read and write; SlabRun.h does what it says.
///
///     part 0   kernel  send          | numbers |  kernel  send    kernel
///     part 1   kernel  send  receive | joined  |  kernel  send    kernel  ...
///                       what the next piece reads and nobody has sent since it was written
///
/// Parts compute their own planes alone. Of each buffer is known how many planes beyond a cut are
/// what the neighbour has: none once it has been written, all of the halo once it has been sent. It
/// is sent before the next piece that reads it further, and no other one is. That is known as the
/// step is done, so that iterations that end early, and what the step before has left, need no rule
/// of their own.
///
/// With `every` > 1 halos are wider than a piece reads. A kernel of an iteration then computes the
/// planes of them that it can, so that several iterations go by without an exchange. (Outside of
/// iterations kernels may leave frozen cells as they are, which halos may never have got.)
#pragma once

#include "stencilc/Status.h"
#include "stencilc/slabs/StepBuffers.h"
#include "stencilc/slabs/TaskOrder.h"

namespace stencilc::inline STENCILC_SPACE {

class PieceTasks {
public:
  /// `pieces`: what a step does, in uses, repeats and carries of `slabs`.
  PieceTasks(const Decomposition &division, const std::vector<BufferedField> &fields,
             const SlabDescription &slabs);

  /// Copies of what a kernel or a survey reads of neighbours; none where all of it is right.
  std::vector<SlabTask> exchange(const StepPiece &piece);
  /// The kernel or the survey, on all parts.
  std::vector<SlabTask> run(const StepPiece &piece);
  /// Before an iteration of a repeat.
  void carry(const RepeatDescription &repeat, std::int64_t iteration);
  /// After the last one: copies within parts.
  std::vector<SlabTask> endRepeat(const RepeatDescription &repeat);
  /// The step is over.
  void endStep() { buffers.rotate(); }
  /// Copies of all that users see of fields, as far as halos are not right: before others read
  /// them.
  std::vector<SlabTask> exchangeAll();
  /// Before the first step of a run from the start. Nothing may be under way.
  void restart();

  /// Field by field: the buffer of t.
  const std::vector<int> &current() const { return buffers.current(); }

private:
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// The task, with the buffers as they are now.
  SlabTask ofNow(SlabTask task) const;
  /// Sends those of some buffers whose halos are not all right, which then are.
  std::vector<SlabTask> send(const std::vector<SlabBuffer> &wanted);
  /// Planes of a halo, from the cut on, that are as the neighbour has them.
  int &right(SlabBuffer of) {
    return rights[static_cast<std::size_t>(of.field)][static_cast<std::size_t>(of.buffer)];
  }
  /// Planes beyond its own that a kernel can compute as well.
  int beyond(const StepPiece &piece);
  PlaneRange planesOf(int part, int more) const;
  bool hasNeighbours() const { return division.parts > 1 || division.isPeriodic; }

  const Decomposition division;
  const SlabDescription &slabs;
  StepBuffers buffers;
  TaskOrder order;
  std::vector<std::vector<int>> rights; // by field and buffer
  bool isRepeated = false;              // iterations are running
};

/// Who does what a step asks for, in its order.
class PieceActs {
public:
  virtual ~PieceActs() = default;
  /// Puts tasks into their queues.
  virtual Status enqueue(const std::vector<SlabTask> &tasks) = 0;
  /// Whether a survey is left out in this step.
  virtual bool leavesOut(int survey) = 0;
  /// The tasks of a survey are in their queues: waits for them, and joins what they find.
  virtual Status join(int survey) = 0;
  /// Whether the iterations of a repeat end.
  virtual bool isOver(int repeat) = 0;
};

/// Does one step: its pieces in turn, iterations as often as they run.
Status doStep(const SlabDescription &slabs, PieceTasks &tasks, PieceActs &acts);

} // namespace stencilc::inline STENCILC_SPACE
