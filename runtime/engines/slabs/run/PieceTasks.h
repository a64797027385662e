/// \file Tasks of a time step that needs exchanges or reductions between its kernels. Such a step
/// has several actions, here called pieces: kernels, in-step reductions (whose results the step
/// needs) and repeats (loops within the step). Each piece runs on the planes of every part, the
/// slab of one device. Before it come copies of the neighbours' planes that it reads.
///
///     part 0   kernel  send          | reduce  |  kernel  send    kernel
///     part 1   kernel  send  receive | joined  |  kernel  send    kernel  ...
///
/// Parts compute their own planes only. For each buffer the number of valid halo planes is known:
/// none after the buffer is written, all after it is sent. A buffer is sent before the first piece
/// that reads more halo planes than are valid. The numbers are updated while a step runs. So they
/// are right after iterations that end early, and at the start of the next step.
///
/// A repeat may exchange planes once in several iterations (SlabDescription::every). Halos are then
/// wider than a piece reads, and a kernel in the repeat also computes the halo planes that it can.
/// Other kernels do not. They may skip frozen cells (which keep their values), and a halo may not
/// have the values of these cells.
#pragma once

#include "runtime/core/support/Status.h"
#include "runtime/engines/slabs/run/StepBuffers.h"
#include "runtime/engines/slabs/run/TaskOrder.h"

namespace stencilc::inline STENCILC_SPACE {

class PieceTasks {
public:
  /// Constructs the generator of the tasks of time steps. `slabs` describes the actions of a step,
  /// such as kernels, and the fields that they read and write.
  PieceTasks(const Decomposition &division, const std::vector<BufferedField> &fields,
             const SlabDescription &slabs);

  /// Returns the tasks that copy the planes of neighbours that `piece` (a kernel or a reduction
  /// within the step) reads. They must run before `piece`. Returns no tasks if all halo planes
  /// (copies of neighbours' planes) that `piece` reads are valid.
  std::vector<SlabTask> exchange(const StepPiece &piece);
  /// Returns the tasks that run `piece`, a kernel or a reduction within the step: one task for each
  /// part (slab of a device).
  std::vector<SlabTask> run(const StepPiece &piece);
  /// Selects the buffers that iteration `iteration` (from 0) of a repeat (a loop within a time
  /// step) reads and writes. Must be called before each iteration.
  void carry(const RepeatDescription &repeat, std::int64_t iteration);
  /// Ends a repeat (a loop within a time step). Returns the tasks that copy the last result, on
  /// each device, from its buffer to the buffer of the field. Returns no tasks if the result is
  /// already there.
  std::vector<SlabTask> endRepeat(const RepeatDescription &repeat);
  /// Ends the time step: in each updated field, the buffer of time level t+1 becomes that of t.
  void endStep() { buffers.rotate(); }
  /// Returns the tasks that make the halos (copies of neighbours' planes) of all updated fields
  /// valid, at all time levels that users see. The tasks must run before a reduction for a report
  /// that reads halo planes.
  std::vector<SlabTask> exchangeAll();
  /// Begins a new run: assumes that buffer 0 of each field holds time level t and that all halos
  /// (copies of neighbours' planes) are valid. The caller must have stored the initial values. No
  /// task may be running.
  void restart();

  /// Returns for each field the number of the buffer that holds time level t.
  const std::vector<int> &current() const { return buffers.current(); }

private:
  SlabTask begin(SlabAct act, int part, int queue, PlaneRange planes);
  /// Returns a copy of `task` with the index of the buffer that now holds time level t, for each
  /// field. In a repeat (a loop within a time step), the copy also has the buffers of t+1.
  SlabTask ofNow(SlabTask task) const;
  /// Returns the tasks that send planes to neighbouring devices, for those of the `wanted` buffers
  /// whose halos (copies of neighbours' planes) are not fully valid. Marks the halos of these
  /// buffers as valid.
  std::vector<SlabTask> send(const std::vector<SlabBuffer> &wanted);
  /// Returns a reference to the number of valid halo planes (copies of a neighbour's planes) of a
  /// buffer, on each side. They are counted outwards from the planes that the part (slab of one
  /// device) computes.
  int &right(SlabBuffer of) {
    return rights[static_cast<std::size_t>(of.field)][static_cast<std::size_t>(of.buffer)];
  }
  /// Returns how many halo planes (beyond a device's own planes) kernel `piece` can compute on each
  /// side, because all planes that it reads for them are valid. Returns 0 outside a repeat (a loop
  /// within a time step), and for reductions.
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

/// Interface of the object that executes the tasks of one time step on the parts of a domain.
class PieceActs {
public:
  virtual ~PieceActs() = default;
  /// Enqueues `tasks` in their queues, in the given order.
  virtual Status enqueue(const std::vector<SlabTask> &tasks) = 0;
  /// Returns true if this time step needs no result of in-step reduction number `globalReduction`.
  /// The reduction is then not computed in this step.
  virtual bool leavesOut(int globalReduction) = 0;
  /// Waits for the tasks of reduction number `globalReduction` (a reduction within the step), and
  /// combines the results of all parts.
  virtual Status join(int globalReduction) = 0;
  /// Returns true if repeat number `repeat` (a loop within a time step) needs no further
  /// iterations.
  virtual bool isOver(int repeat) = 0;
};

/// Executes one time step: its actions (kernels, in-step reductions and repeats) in order. The
/// actions in a repeat, a loop within the step, are iterated until it ends.
Status doStep(const SlabDescription &slabs, PieceTasks &tasks, PieceActs &acts);

} // namespace stencilc::inline STENCILC_SPACE
