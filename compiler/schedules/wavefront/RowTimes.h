/// \file One stage of a wavefront cut by rows: when each part of an update happens while a thread
/// goes through the rows of a plane.
///
/// Where whole planes are exchanged, a thread goes through them once, from the lowest row that it
/// reads to the highest. A row's cells enter all updates that read them while they are in
/// registers; parts of updates wait for the rows to come, as parts wait for planes along the sweep.
/// No operation moves to another operand, so the bits stay.
#pragma once

#include "schedules/wavefront/StageParts.h"

namespace stencilc::schedules {

class RowTimes {
public:
  /// `rows`: all that the stage reads. Cuts it if threads exchange whole planes, and it reads
  /// several rows of one.
  RowTimes(const StageParts &parts, const WaveRows &rows);

  bool isCut() const { return low + high > 0; }
  int low = 0, high = 0; // rows read, beside the one updated
  /// The row, relative to the updated one, at which a value is computed.
  int rowOf(ir::ExprId id) const;
  /// Values used at later rows than they are computed at.
  const std::set<ir::ExprId> &crossing() const { return crossings; }
  /// What is computed at row `dy`, for planes at `time`.
  std::vector<ir::ExprId> computedAt(int dy, int time) const;
  /// The times of all parts, latest first.
  std::vector<int> times() const;
  /// Whether a value is there already at row `dy` for planes at `time`.
  bool isKnown(ir::ExprId id, int time, int dy) const;

private:
  int neededRow(ir::ExprId id, int time) const;
  using Users = std::map<ir::ExprId, std::vector<ir::ExprId>>;
  void findTimes();
  void delayWaiting(const Users &users);

  const StageParts &parts;
  const WaveRows &rows;
  std::map<ir::ExprId, int> rowTimes;
  std::set<ir::ExprId> crossings;
};

} // namespace stencilc::schedules
