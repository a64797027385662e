/// \file Emits the code of one stage (an update statement) within a step of the sweep.
#pragma once

#include "schedules/wavefront/lower/Finish.h"

namespace stencilc::schedules {

/// Emits the code that computes one stage (an update statement) of a wavefront kernel. In this code
/// `t` is the index of a fused time step, 0 being the first, and `j` the index of a row among those
/// of the thread.
class WaveStage {
public:
  WaveStage(WaveStep &step, const StageSkew &skew);
  const StageParts parts;
  WaveSources sources;
  WaveFinish finish;

  /// Emits the device functions that load, compute and store a row of the update. The early part
  /// computes all that needs only older planes, and the late part adds the newest plane. Neither
  /// part is emitted if rowwise() emits the update: it adds each loaded row at once to all updates
  /// that read this row.
  void lowerParts();
  /// Declares arrays for values that the early part of an update (from older planes) computes and
  /// the late part (with the newest plane) uses.
  void declareHanded();
  /// Emits the call of the early part of the update of row `j` by time step `t`. That part needs no
  /// plane that is new in this step of the sweep. Emits nothing if the stage has no such part.
  void early(const kernel::Term &t, const kernel::Term &j);
  /// Emits the call of the late part of the update of row `j` by time step `t`. That part reads the
  /// newest plane, completes the row and stores it.
  void late(const kernel::Term &t, const kernel::Term &j);
  /// Returns the rows of cells that the late part of an update (with the newest plane) reads.
  const WaveRows &rows() const { return lateRows; }
  /// Returns true if a time step reads cells that the time step before computes in the same step of
  /// the sweep.
  bool takesNewest() const;
  /// Returns true if updates are split by the rows which they read (LowerWhole.cpp): each loaded
  /// row is added to all updates that read it.
  bool isRowwise() const;
  /// Emits the update of all rows of the thread by time step `t`. Each loaded row is added at once
  /// to all updates that read it.
  void rowwise(const kernel::Term &t);
  /// Emits the functions that replay (execute again) steps of the sweep. They
  /// compute again the partial sums of planes beyond the low end, with the planes of the grid that
  /// have the same values (LowerReplay.cpp).
  void lowerReplay();
  /// Emits the calls of the functions that replay (execute again) steps of the sweep, in the
  /// step of the sweep in which the planes that they need are loaded.
  void replay();

private:
  friend class RowGroups;
  /// Emits a comment with the line of the stage in the source file.
  void note();
  /// Indices of one value of a stage: fused time step `t`, row `j` of the thread and cell `i` of
  /// that row. `time` is when the value is computed, in steps of the sweep relative to the updated
  /// plane.
  struct CellAt {
    int time;
    const kernel::Term &t, &j, &i;
  };
  /// Returns the kernel expression for a leaf of an update, such as a read or a position. Returns
  /// `nullopt` for a leaf that needs no state of the kernel, such as a constant.
  std::optional<kernel::Term> leafAt(const ir::Expr &leaf, const RowsAt &rows,
                                     const CellAt &at) const;
  /// Returns the grid coordinate of the cell along `axis`, which may lie beyond the grid.
  kernel::Term coordinateAt(int axis, const CellAt &at) const;
  /// Returns the coordinate of the cell along `axis` that the program reads as its position. Beyond
  /// the end of a periodic axis it is the coordinate of the cell of the grid with the same value.
  kernel::Term positionAt(int axis, const CellAt &at) const;
  /// Returns the coordinate of the cell along `axis`, or of the nearest cell of the grid if it lies
  /// beyond the grid.
  kernel::Term insideAt(int axis, const CellAt &at) const;
  kernel::Term profileAt(const ir::ProfileRead &read, const CellAt &at) const;
  kernel::Term weightAt(const ir::PointWeight &weight, const CellAt &at) const;
  /// Returns the expression for the partial sum `id`, which an earlier step of the sweep left in
  /// registers.
  kernel::Term waitingAt(ir::ExprId id, const CellAt &at) const;
  /// Declares an array for the new value of each partial sum that this step of the sweep computes.
  /// Returns the arrays by expression of the partial sum.
  std::map<ir::ExprId, kernel::Term> waitingArrays();
  /// Emits the moves of the partial sums of row `j` and time step `t` to the registers for sums
  /// that are one step of the sweep older. Then the new `values` go to the registers of the newest
  /// sums.
  void keepWaiting(const std::map<ir::ExprId, kernel::Term> &values, const kernel::Term &t,
                   const kernel::Term &j);
  /// Declares parameters of the function being emitted: one for each value that the early part of
  /// an update has computed. The early part reads only older planes.
  void handedParams();
  /// Returns the arguments for a call of the early part (from older planes) of an update, or of the
  /// late part (with the newest plane) if `isLate`. First are the values that the early part
  /// computes. A late part then gets the newest cells and the windows (neighbouring rows in
  /// registers). Last is `more`.
  std::vector<kernel::Term> withHanded(std::vector<kernel::Term> more, bool isLate) const;
  void lowerEarly();
  void lowerLate();
  /// Emits the body of the late part (with the newest plane) of the update of row `j` by time step
  /// `t`.
  void update(const kernel::Term &t, const kernel::Term &j);
  /// Returns the value of `id` if the late part of an update (with the newest plane) need not
  /// compute it, because it is in registers or comes from the early part. Else returns `nullopt`.
  std::optional<kernel::Term> doneBefore(ir::ExprId id, const CellAt &at) const;
  /// Returns the expressions that the late part of an update (with the newest plane) computes at
  /// `time`, in steps of the sweep relative to the updated plane. In a replay (repeated steps near
  /// the low end), only those that update planes of the grid.
  std::vector<ir::ExprId> dueRoots(int time) const;
  /// Returns the rows that the late part of an update (with the newest plane) reads. A replay
  /// (steps that are executed again) reads only the rows that it needs.
  WaveRows dueRows() const;
  /// Returns the rows to load as windows (several neighbouring rows of one plane): all rows that
  /// the late part of an update (with the newest plane) reads. In a replay (steps that are
  /// executed again) these are only the rows in planes that the replay reads.
  WaveRows windowRows() const;
  /// Emits the replay (steps that are executed again) of time step `t`, one row of the thread
  /// after the other.
  void replayRows(const kernel::Term &t);

  WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const ir::FieldId field; // the updated field
  WaveRows earlyRows, lateRows;
  std::map<ir::ExprId, kernel::Term> handed; // values from the early part
  kernel::FunctionId earlyPart = {}, latePart = {};
  std::vector<kernel::FunctionId> replayed; // a function per replayed step
};

} // namespace stencilc::schedules
