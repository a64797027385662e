/// \file Emits the code of one stage (an update statement) within a step of the sweep.
#pragma once

#include "schedules/wavefront/Finish.h"

namespace stencilc::schedules {

/// Emits the code that computes one stage of a wavefront kernel. In these functions `t` is the
/// index of the fused time step, 0 being the first, and `j` the row of the thread.
class WaveStage {
public:
  WaveStage(WaveStep &step, const StageSkew &skew);
  const StageParts parts;
  WaveSources sources;
  WaveFinish finish;

  /// Emits the device functions that the code of early(), late() and rowwise() calls.
  void lowerParts();
  /// Declares arrays for values that the early part of an update (from older planes) computes and
  /// the late part (with the newest plane) uses.
  void declareHanded();
  /// Emits the call of the early part of an update, for row `j` of time step `t`. That part needs
  /// no plane that is new in this step of the sweep. Emits nothing if the stage has no such part.
  void early(const kernel::Term &t, const kernel::Term &j);
  /// Emits the call of the late part of an update, for row `j` of time step `t`. It reads the
  /// newest plane, completes the row and stores it.
  void late(const kernel::Term &t, const kernel::Term &j);
  /// Returns the rows of cells that the late part of an update, which needs the newest plane,
  /// reads.
  const WaveRows &rows() const { return lateRows; }
  /// Returns true if a time step reads cells that the time step before computes in the same step of
  /// the sweep.
  bool takesNewest() const;
  /// Returns true if updates are split by rows of a plane (LowerWhole.cpp): each loaded row is
  /// added to all updates that read it.
  bool isRowwise() const;
  /// Emits the update of all rows of the thread by time step `t`, split by rows of a plane.
  void rowwise(const kernel::Term &t);
  /// Emits the functions that replay steps of the sweep: they compute partial sums of ghost planes
  /// beyond the low face again, from the planes that these repeat (LowerReplay.cpp).
  void lowerReplay();
  /// Emits the calls of the functions of lowerReplay(), in the step in which the repeated planes
  /// exist.
  void replay();

private:
  friend class RowGroups;
  /// Emits a comment with the line of the stage in the source.
  void note();
  /// Position of one value of a stage: fused time step `t`, row `j` of the thread and cell `i` of
  /// its row. `time` is the time of the value, in steps of the sweep relative to the updated plane.
  struct CellAt {
    int time;
    const kernel::Term &t, &j, &i;
  };
  /// Returns the expression for a leaf, such as a read or a position. Returns `nullopt` for leaves
  /// that need no kernel state, such as plain constants.
  std::optional<kernel::Term> leafAt(const ir::Expr &leaf, const RowsAt &rows,
                                     const CellAt &at) const;
  /// Returns the grid coordinate of the cell along `axis`, which may lie beyond the grid.
  kernel::Term coordinateAt(int axis, const CellAt &at) const;
  /// Returns the coordinate that the program sees as the position of the cell along `axis`. Beyond
  /// a periodic face it is the wrapped one.
  kernel::Term positionAt(int axis, const CellAt &at) const;
  /// Returns the coordinate of the cell along `axis`, moved into the grid if it lies beyond.
  kernel::Term insideAt(int axis, const CellAt &at) const;
  kernel::Term profileAt(const ir::ProfileRead &read, const CellAt &at) const;
  kernel::Term weightAt(const ir::PointWeight &weight, const CellAt &at) const;
  /// Returns the partial sum `id`, which an earlier step of the sweep stored in registers.
  kernel::Term waitingAt(ir::ExprId id, const CellAt &at) const;
  /// Declares an array for the new value of each partial sum that this step computes. Returns them
  /// by expression.
  std::map<ir::ExprId, kernel::Term> waitingArrays();
  /// Emits the moves of the partial sums of row `j` to their next age, and the stores of new
  /// `values`.
  void keepWaiting(const std::map<ir::ExprId, kernel::Term> &values, const kernel::Term &t,
                   const kernel::Term &j);
  /// Declares the values of the early part of an update as parameters of the function being
  /// emitted.
  void handedParams();
  /// Returns the arguments for a call of the early or late part of an update. They are the values
  /// of the early part, for the late part also the newest cells and row windows, then `more`.
  std::vector<kernel::Term> withHanded(std::vector<kernel::Term> more, bool isLate) const;
  void lowerEarly();
  void lowerLate();
  /// Emits the body of the update of row `j` by time step `t`.
  void update(const kernel::Term &t, const kernel::Term &j);
  /// Returns the value of `id` if the late part of an update need not compute it, because it is a
  /// partial sum in registers or comes from the early part. Else returns `nullopt`.
  std::optional<kernel::Term> doneBefore(ir::ExprId id, const CellAt &at) const;
  /// Returns the expressions that the late part of an update computes at `time`. While a replay
  /// (steps near the low face, executed again) is emitted, these are only the ones that it repeats.
  std::vector<ir::ExprId> dueRoots(int time) const;
  /// Returns the rows that the late part of an update reads. While a replay (steps near the low
  /// face, executed again) is emitted, these are only the rows that it needs.
  WaveRows dueRows() const;
  /// Returns the rows to load as windows, which are several neighbouring rows of one plane. For
  /// each plane of which dueRows() has a row, these are all rows that the late part reads.
  WaveRows windowRows() const;
  /// Emits the replay of time step `t` for one row of the thread after the other.
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
