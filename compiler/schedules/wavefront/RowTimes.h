/// \file One stage of a wavefront split by rows: at which row of a plane each part of an update is
/// computed.
///
/// If threads exchange whole planes, each thread loads its rows of a plane once, from the lowest to
/// the highest. The cells of a row are added to all updates that read them while they are in
/// registers. Partial sums of an update then wait for rows, as those of TimeSkew.h wait for planes.
/// The split changes no operation and no operand, so results are bitwise the same.
#pragma once

#include "schedules/wavefront/StageParts.h"

namespace stencilc::schedules {

/// Finds at which row of a plane each value of a stage is computed, relative to the updated row.
class RowTimes {
public:
  /// `rows` are all rows that the stage reads. The stage is split only if threads exchange whole
  /// planes and it reads several rows of one plane.
  RowTimes(const StageParts &parts, const WaveRows &rows);

  /// Returns true if the stage is split by rows: each loaded row is added to all updates that read
  /// it.
  bool isCut() const { return low + high > 0; }
  int low = 0, high = 0; // rows read below and above the updated one
  /// Returns the row of the plane, relative to the updated one, at which `id` is computed.
  int rowOf(ir::ExprId id) const;
  /// Returns the values that are used at a later row than the one at which they are computed.
  const std::set<ir::ExprId> &crossing() const { return crossings; }
  /// Returns the expressions that are computed when row `dy`, relative to the updated one, is
  /// loaded, and that belong to `time` (steps of the sweep relative to the updated plane).
  std::vector<ir::ExprId> computedAt(int dy, int time) const;
  /// Returns the times of all parts of the update, latest first, in steps relative to the updated
  /// plane.
  std::vector<int> times() const;
  /// Returns true if `id` already has a value when an update reaches row `dy` (relative) at `time`.
  bool isKnown(ir::ExprId id, int time, int dy) const;

private:
  int neededRow(ir::ExprId id, int time) const;
  using Users = std::map<ir::ExprId, std::vector<ir::ExprId>>;
  void findTimes();
  /// Moves partial sums to the last row of the plane from which their operands are read.
  void delayWaiting(const Users &users);

  const StageParts &parts;
  const WaveRows &rows;
  std::map<ir::ExprId, int> rowTimes;
  std::set<ir::ExprId> crossings;
};

} // namespace stencilc::schedules
