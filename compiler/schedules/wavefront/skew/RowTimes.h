/// \file Updates of a wavefront that are split by the rows of a plane which they read.
///
/// If threads exchange whole planes, each thread loads its rows of a plane once, from the lowest to
/// the highest. While a row is in registers, its cells are added to all updates that read them.
/// Partial sums of an update then wait for rows, as those of TimeSkew.h wait for planes. The split
/// changes no operation and no operand, so results are bitwise the same.
#pragma once

#include "schedules/wavefront/skew/StageParts.h"

namespace stencilc::schedules {

/// Finds out for each value of a stage the row of a plane, relative to the updated row, after whose
/// load it is computed.
class RowTimes {
public:
  /// Splits a stage by the rows that it reads, if threads exchange whole planes and it reads
  /// several rows of one plane. Otherwise leaves it whole. `rows` are all rows that the stage
  /// reads.
  RowTimes(const StageParts &parts, const WaveRows &rows);

  /// Returns true if the stage is split by the rows that it reads: each loaded row is added to all
  /// updates that read it.
  bool isCut() const { return low + high > 0; }
  int low = 0, high = 0; // rows read below and above the updated one
  /// Returns the row after whose load value `id` is computed, as an offset along y from the updated
  /// row.
  int rowOf(ir::ExprId id) const;
  /// Returns the values that are computed when one row of a plane is loaded, and are still used
  /// when a later row is loaded.
  const std::set<ir::ExprId> &crossing() const { return crossings; }
  /// Returns the expressions that are computed at `time` when row `dy`, relative to the updated
  /// one, is loaded. `time` is in steps of the sweep, relative to the updated plane.
  std::vector<ir::ExprId> computedAt(int dy, int time) const;
  /// Returns the times at which parts of the update are computed, latest first, in steps of the
  /// sweep relative to the updated plane.
  std::vector<int> times() const;
  /// Returns true if `id` has a value when an update uses row `dy`, relative to the updated row, at
  /// `time`. Times are in steps of the sweep, relative to the updated plane.
  bool isKnown(ir::ExprId id, int time, int dy) const;

private:
  int neededRow(ir::ExprId id, int time) const;
  using Users = std::map<ir::ExprId, std::vector<ir::ExprId>>;
  void findTimes();
  /// Delays partial sums that are first used with a later plane, until the rows of their operands
  /// are read for the last time. `users` has, by value, the operations that use it in the same step
  /// of the sweep.
  void delayWaiting(const Users &users);

  const StageParts &parts;
  const WaveRows &rows;
  std::map<ir::ExprId, int> rowTimes;
  std::set<ir::ExprId> crossings;
};

} // namespace stencilc::schedules
