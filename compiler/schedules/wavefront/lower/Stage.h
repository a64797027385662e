/// \file Emits the code that computes one stage (an update statement) in a step of the sweep.
#pragma once

#include "schedules/wavefront/lower/Finish.h"

namespace stencilc::schedules {

/// Emits the code that computes one stage (an update statement) in a step of the sweep. In this
/// code `t` is the index of a fused time step, counted from 0. `j` is the index of a row among
/// those of the thread.
class WaveStage {
public:
  WaveStage(WaveStep &step, const StageSkew &skew);
  const StageParts parts;
  WaveSources sources;
  WaveFinish finish;

  /// Emits the device functions that load, compute and store a row of the update. The early part
  /// computes everything that needs only older planes. The late part needs the newest plane.
  /// Neither part is emitted if rowwise() emits the update.
  void lowerParts();
  /// Declares, in the function being emitted, arrays for values that the early part of an update
  /// (which needs only older planes) computes for the late part (which needs the newest plane).
  void declareHanded();
  /// Emits the call that computes the early part of the update of row `j` by time step `t`:
  /// everything that needs no plane of this step of the sweep. Emits nothing if the stage has no
  /// early part.
  void early(const kernel::Term &t, const kernel::Term &j);
  /// Emits the call that computes the late part of the update of row `j` by time step `t`. The late
  /// part reads the newest plane, completes the new cells of the row and stores them.
  void late(const kernel::Term &t, const kernel::Term &j);
  /// Returns the rows of cells that the late part of the update (which needs the newest plane)
  /// reads. Each has the numbers of cells read left and right of the thread's own cells.
  const WaveRows &rows() const { return lateRows; }
  /// Returns true if a time step reads cells that the time step before it computes in the same step
  /// of the sweep. For each row of cells, the fused time steps must then run one after the other.
  bool takesNewest() const;
  /// Returns true if the update is split by the rows that it reads (LowerWhole.cpp). Each row is
  /// then loaded once, and added to the updates of all rows of the thread that read it.
  bool isRowwise() const;
  /// Emits the update of all rows of the thread by time step `t`. Each row of a plane is loaded
  /// once, and added at once to the updates of all rows that read it. Precondition: isRowwise().
  void rowwise(const kernel::Term &t);
  /// Emits the functions of a replay, which executes steps of the sweep near the low face again
  /// (LowerReplay.cpp). They compute partial sums from planes beyond this face, when the planes of
  /// the grid with the same values are loaded. Emits nothing if the stage needs no replay.
  void lowerReplay();
  /// Emits the calls of the functions that lowerReplay() has emitted. The calls are executed only
  /// in the step of the sweep in which the last plane that the replay needs is available.
  void replay();

private:
  friend class RowGroups;
  /// Emits a comment with the file, number and text of the source line of the stage.
  void note();
  /// Indices of one value that a stage computes: fused time step `t`, row `j` of the thread and
  /// cell `i` of that row. The value is computed in step p + `time` of the sweep, where p is the
  /// updated plane.
  struct CellAt {
    int time;
    const kernel::Term &t, &j, &i;
  };
  /// Returns the emitted expression for a leaf of an update, such as a read or a position, in the
  /// cell `at`. `rows` has the locations in registers of the rows that the update reads. Returns
  /// `nullopt` for a leaf that needs no state of the kernel, such as a literal.
  std::optional<kernel::Term> leafAt(const ir::Expr &leaf, const RowsAt &rows,
                                     const CellAt &at) const;
  /// Returns the expression for the coordinate along `axis` (0: x) of the cell `at`. The coordinate
  /// may lie beyond the grid.
  kernel::Term coordinateAt(int axis, const CellAt &at) const;
  /// Returns the expression for the coordinate along `axis` that the program reads as the position
  /// of the cell `at`. Beyond the end of a periodic axis, it is the coordinate of the cell of the
  /// grid with the same value.
  kernel::Term positionAt(int axis, const CellAt &at) const;
  /// Returns the expression for the coordinate along `axis` of the cell `at`. If the cell lies
  /// beyond the grid, it is the coordinate of another cell: on a periodic axis the one with the
  /// same value, otherwise the nearest cell of the grid.
  kernel::Term insideAt(int axis, const CellAt &at) const;
  kernel::Term profileAt(const ir::ProfileRead &read, const CellAt &at) const;
  kernel::Term weightAt(const ir::PointWeight &weight, const CellAt &at) const;
  /// Returns the expression for the partial sum `id` of the cell `at`, which an earlier step of the
  /// sweep has computed and left in registers.
  kernel::Term waitingAt(ir::ExprId id, const CellAt &at) const;
  /// Declares, for each partial sum that this step of the sweep computes, a register array for its
  /// values in one row. Returns the arrays by the expression of the partial sum.
  std::map<ir::ExprId, kernel::Term> waitingArrays();
  /// Emits the code that keeps the partial sums of row `j` and time step `t` for later steps of the
  /// sweep, which add later planes. Sums that registers already have move to the registers for sums
  /// that are one step older. Then `values`, the sums computed in this step, are copied to the
  /// registers for the newest sums.
  void keepWaiting(const std::map<ir::ExprId, kernel::Term> &values, const kernel::Term &t,
                   const kernel::Term &j);
  /// Declares parameters of the function being emitted: an array for each value that the early part
  /// of the update (which needs only older planes) computes for the late part.
  void handedParams();
  /// Returns the arguments for a call of the early part of an update (which needs only older
  /// planes), or of the late part (which needs the newest plane) if `isLate`. First come the arrays
  /// of values that the early part computes. A late part then gets the newest cells and the windows
  /// (neighbouring rows in registers). Last comes `more`.
  std::vector<kernel::Term> withHanded(std::vector<kernel::Term> more, bool isLate) const;
  void lowerEarly();
  void lowerLate();
  /// Emits the body of the function that computes the late part (which needs the newest plane) of
  /// the update of row `j` by time step `t`.
  void update(const kernel::Term &t, const kernel::Term &j);
  /// Returns the expression for the value of `id` in the cell `at`, if the late part of the update
  /// (which needs the newest plane) need not compute it: a partial sum in registers, or a result of
  /// the early part. Otherwise returns `nullopt`.
  std::optional<kernel::Term> doneBefore(ir::ExprId id, const CellAt &at) const;
  /// Returns the expressions that the late part of the update (which needs the newest plane)
  /// computes in step p + `time` of the sweep. Here p is the updated plane. In a replay (steps
  /// executed again), returns none if p lies beyond the low face.
  std::vector<ir::ExprId> dueRoots(int time) const;
  /// Returns the rows that the late part of the update (which adds the newest plane to partial sums
  /// of older planes) reads in the step of the sweep being emitted. In a replay (steps executed
  /// again near a low face), returns only the rows of the partial sums that the replay computes
  /// again.
  WaveRows dueRows() const;
  /// Returns the rows from which windows (neighbouring rows of one plane) are loaded into registers
  /// for the late part of the update. In a replay (steps executed again), they are limited to
  /// planes that the replay reads.
  WaveRows windowRows() const;
  /// Emits the body of a replay (a step of the sweep executed again) for time step `t`, one row of
  /// the thread after the other. Used if isRowwise() is false.
  void replayRows(const kernel::Term &t);

  WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const ir::FieldId field; // the updated field
  WaveRows earlyRows, lateRows;
  std::map<ir::ExprId, kernel::Term> handed; // arrays of results of the early part
  kernel::FunctionId earlyPart = {}, latePart = {};
  std::vector<kernel::FunctionId> replayed; // one function for each replayed step of the sweep
};

} // namespace stencilc::schedules
