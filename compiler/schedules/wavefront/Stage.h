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

private:
  friend class RowGroups;
  void note();
  std::optional<kernel::Term> leafAt(const ir::Expr &leaf, const RowsAt &rows, int time,
                                     const kernel::Term &t, const kernel::Term &j,
                                     const kernel::Term &i) const;
  kernel::Term waitingAt(ir::ExprId id, int time, const kernel::Term &t, const kernel::Term &j,
                         const kernel::Term &i) const;
  /// Declares arrays for the parts that wait, by their values.
  std::map<ir::ExprId, kernel::Term> waitingArrays();
  void keepWaiting(const std::map<ir::ExprId, kernel::Term> &values, const kernel::Term &t,
                   const kernel::Term &j);
  void handedParams();
  std::vector<kernel::Term> withHanded(std::vector<kernel::Term> more, bool isLate) const;
  void lowerEarly();
  void lowerLate();
  void update(const kernel::Term &t, const kernel::Term &j);

  WaveStep &step;
  kernel::Builder &k;
  const Wave &wave;
  const ir::FieldId field; // the target
  WaveRows earlyRows, lateRows;
  std::map<ir::ExprId, kernel::Term> handed; // by the early part to the late one
  kernel::FunctionId earlyPart = {}, latePart = {};
};

} // namespace stencilc::schedules
