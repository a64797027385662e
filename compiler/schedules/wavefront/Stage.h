/// \file One stage within a step of the sweep: its values.
#pragma once

#include "schedules/wavefront/Finish.h"

namespace stencilc::schedules {

class WaveStage {
public:
  WaveStage(WaveStep &step, const StageSkew &skew);
  const StageParts parts;
  WaveSources sources;
  WaveFinish finish;

  /// Writes the functions of which the others are made.
  void lowerParts();
  void declareHanded(); // arrays of what the early part hands on
  void early(const kernel::Term &t, const kernel::Term &j);
  void late(const kernel::Term &t, const kernel::Term &j);
  const WaveRows &rows() const { return lateRows; }
  /// Whether a time step reads what the one before has just computed.
  bool takesNewest() const;
  /// Whether updates are cut by rows (LowerWhole.cpp), and time step t of them all.
  bool isRowwise() const;
  void rowwise(const kernel::Term &t);
  /// Writes the functions that replay steps of the sweep, and calls them in a step that a replay
  /// precedes (LowerReplay.cpp).
  void lowerReplay();
  void replay();

private:
  friend class RowGroups;
  void note();
  /// A value of the stage: `time` steps of the sweep after it began, of time step t, in row j and
  /// cell i of the tile.
  struct CellAt {
    int time;
    const kernel::Term &t, &j, &i;
  };
  std::optional<kernel::Term> leafAt(const ir::Expr &leaf, const RowsAt &rows,
                                     const CellAt &at) const;
  kernel::Term coordinateAt(int axis, const CellAt &at) const;
  kernel::Term positionAt(int axis, const CellAt &at) const;
  kernel::Term insideAt(int axis, const CellAt &at) const;
  kernel::Term profileAt(const ir::ProfileRead &read, const CellAt &at) const;
  kernel::Term weightAt(const ir::PointWeight &weight, const CellAt &at) const;
  kernel::Term waitingAt(ir::ExprId id, const CellAt &at) const;
  /// Declares arrays for the parts that wait, by their values.
  std::map<ir::ExprId, kernel::Term> waitingArrays();
  void keepWaiting(const std::map<ir::ExprId, kernel::Term> &values, const kernel::Term &t,
                   const kernel::Term &j);
  void handedParams();
  std::vector<kernel::Term> withHanded(std::vector<kernel::Term> more, bool isLate) const;
  void lowerEarly();
  void lowerLate();
  void update(const kernel::Term &t, const kernel::Term &j);
  /// A value that late parts need not compute at a cell: it has been waiting, or is handed over.
  std::optional<kernel::Term> doneBefore(ir::ExprId id, const CellAt &at) const;
  /// What late parts at a time compute, of a replayed step what it has to.
  std::vector<ir::ExprId> dueRoots(int time) const;
  /// The rows that late parts read, of a replayed step those alone that it computes; and the rows
  /// of windows that these need.
  WaveRows dueRows() const;
  WaveRows windowRows() const;
  void replayRows(const kernel::Term &t);

  WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const ir::FieldId field; // the target
  WaveRows earlyRows, lateRows;
  std::map<ir::ExprId, kernel::Term> handed; // by the early part to the late one
  kernel::FunctionId earlyPart = {}, latePart = {};
  std::vector<kernel::FunctionId> replayed; // a function for each step
};

} // namespace stencilc::schedules
