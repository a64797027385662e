/// \file Updates of a wavefront that are split by the rows of a plane which they read.
///
/// If threads exchange whole planes, each thread loads its rows of a plane once, from the lowest to
/// the highest. While a row is in registers, its cells are added to the partial sums of all updates
/// that read it. Partial sums then wait for rows of a plane, as those of TimeSkew.h wait for
/// planes. The split changes no operation and no operand, so results are bitwise the same.
#pragma once

#include "schedules/wavefront/skew/StageParts.h"

namespace stencilc::schedules {

/// Split of a stage (an update statement) by the rows of a plane that it reads. Each value of the
/// stage is computed after a certain row of the plane has been loaded. A row is identified by its
/// offset along y from the updated row.
class RowTimes {
public:
  /// Splits the stage of `parts` by the rows that it reads, if threads exchange whole planes
  /// through shared memory and the stage reads several rows of one plane. Otherwise the stage stays
  /// whole. `rows` has all rows that the stage reads. Keeps references to both arguments.
  RowTimes(const StageParts &parts, const WaveRows &rows);

  /// Returns true if the stage is split by the rows that it reads. Each loaded row is then added at
  /// once to the partial sums of all updates that read it.
  bool isCut() const { return low + high > 0; }
  int low = 0, high = 0; // rows that it reads below and above the updated one
  /// Returns the row after whose load the value of expression `id` is computed, as an offset along
  /// y from the updated row.
  int rowOf(ir::ExprId id) const;
  /// Returns the values that are computed after the load of one row of a plane, and are still used
  /// after the load of a later row.
  const std::set<ir::ExprId> &crossing() const { return crossings; }
  /// Returns the expressions that are computed at `time`, after the load of the row at offset `dy`
  /// along y from the updated row. A `time` of n means step p + n of the sweep, where p is the
  /// updated plane.
  std::vector<ir::ExprId> computedAt(int dy, int time) const;
  /// Returns the times at which parts of the update are computed, in descending order. Time n means
  /// step p + n of the sweep, where p is the updated plane.
  std::vector<int> times() const;
  /// Returns true if the value of expression `id` has been computed before the update uses the row
  /// at offset `dy` along y from the updated row, at `time`. A `time` of n means step p + n of the
  /// sweep, where p is the updated plane.
  bool isKnown(ir::ExprId id, int time, int dy) const;

private:
  int neededRow(ir::ExprId id, int time) const;
  using Users = std::map<ir::ExprId, std::vector<ir::ExprId>>;
  void findTimes();
  /// A partial sum that is first used when a later plane arrives need not be computed at once.
  /// Delays its computation to the load of the row with which one of its operands is used for the
  /// last time, so that the sum occupies a register for less time. `users` maps each value to the
  /// operations that use it in the same step of the sweep.
  void delayWaiting(const Users &users);

  const StageParts &parts;
  const WaveRows &rows;
  std::map<ir::ExprId, int> rowTimes;
  std::set<ir::ExprId> crossings;
};

} // namespace stencilc::schedules
