/// \file Tasks of a time step that needs exchanges or reductions between its kernels. Such a step
/// has several pieces: kernels, in-step reductions (reductions within the step) and repeats
/// (iterations). Each piece runs on the planes of every part, after copies of the neighbours'
/// planes that it reads. The tasks depend on the division and on the reads and writes of pieces
/// only; SlabRun.h executes them.
///
///     part 0   kernel  send          | in-step reduction  |  kernel  send    kernel
///     part 1   kernel  send  receive | joined  |  kernel  send    kernel  ...
///
/// Parts compute their own planes only. For each buffer the number of valid halo planes is known:
/// none after the buffer is written, all after it is sent. A buffer is sent before the first piece
/// that reads more halo planes than are valid. The numbers are updated while a step runs.
/// Iterations that end early, and the state after the previous step, therefore need no rule of
/// their own.
///
/// With `every` > 1, halos are wider than a piece reads. A kernel in an iteration then also
/// computes the halo planes that it can, so that several iterations share one exchange. Other
/// kernels do not, because they may skip frozen cells, which halos may never have received.
#pragma once

#include "stencilc/Status.h"
#include "stencilc/slabs/StepBuffers.h"
#include "stencilc/slabs/TaskOrder.h"

namespace stencilc::inline STENCILC_SPACE {

class PieceTasks {
public:
  /// `slabs` describes the pieces of a time step and what they read and write.
  PieceTasks(const Decomposition &division, const std::vector<BufferedField> &fields,
             const SlabDescription &slabs);

  /// Returns the copies of neighbours' planes that a kernel or an in-step reduction (a reduction
  /// within the step) needs. Returns none if all halo planes that it reads are valid.
  std::vector<SlabTask> exchange(const StepPiece &piece);
  /// Returns the tasks that run a kernel or an in-step reduction, one for each part.
  std::vector<SlabTask> run(const StepPiece &piece);
  /// Selects the buffers of iteration `iteration` of a repeat (a loop within a time step). It must
  /// be called before each iteration.
  void carry(const RepeatDescription &repeat, std::int64_t iteration);
  /// Ends a repeat (a loop within a time step). Returns the copies within parts that put the last
  /// iterate into the buffer of its field.
  std::vector<SlabTask> endRepeat(const RepeatDescription &repeat);
  /// Ends the time step: the buffer of time level t+1 becomes that of t.
  void endStep() { buffers.rotate(); }
  /// Returns the copies that make the halos of all fields valid, at all levels that users see. They
  /// are needed before a reduction for a report reads halos.
  std::vector<SlabTask> exchangeAll();
  /// Prepares the first step of a run from the initial state. No task may be running.
  void restart();

  /// Returns for each field the buffer of level t.
  const std::vector<int> &current() const { return buffers.current(); }

private:
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// Returns `task` with the current buffers of all fields.
  SlabTask ofNow(SlabTask task) const;
  /// Returns the tasks that send those of the `wanted` buffers whose halos are not fully valid, and
  /// marks these as valid.
  std::vector<SlabTask> send(const std::vector<SlabBuffer> &wanted);
  /// Returns the number of valid halo planes of a buffer, counted from the part's own planes
  /// outwards.
  int &right(SlabBuffer of) {
    return rights[static_cast<std::size_t>(of.field)][static_cast<std::size_t>(of.buffer)];
  }
  /// Returns the number of halo planes that a kernel can compute in addition to its own planes.
  int beyond(const StepPiece &piece);
  PlaneRange planesOf(int part, int more) const;
  bool hasNeighbours() const { return division.parts > 1 || division.isPeriodic; }

  const Decomposition division;
  const SlabDescription &slabs;
  StepBuffers buffers;
  TaskOrder order;
  std::vector<std::vector<int>> rights; // valid halo planes, by field and buffer
  bool isRepeated = false;              // a repeat is running
};

/// Interface of the object that executes the tasks of one time step.
class PieceActs {
public:
  virtual ~PieceActs() = default;
  /// Enqueues tasks, in order.
  virtual Status enqueue(const std::vector<SlabTask> &tasks) = 0;
  /// Returns true if this step does not compute an in-step reduction (a reduction within the step).
  virtual bool leavesOut(int globalReduction) = 0;
  /// Waits for the enqueued tasks of an in-step reduction, and combines the results of all parts.
  virtual Status join(int globalReduction) = 0;
  /// Returns true if a repeat (a loop within a time step) needs no further iterations.
  virtual bool isOver(int repeat) = 0;
};

/// Executes one time step: its pieces (kernels, in-step reductions and repeats) in order, and the
/// pieces in a repeat until it ends.
Status doStep(const SlabDescription &slabs, PieceTasks &tasks, PieceActs &acts);

} // namespace stencilc::inline STENCILC_SPACE
