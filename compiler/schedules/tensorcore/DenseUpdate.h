/// \file Updates that are products of matrices: whether a program's is one, and its numbers.
#pragma once

#include "plan/Schedule.h"
#include "stencilc/Tiles.h"

namespace stencilc::schedules {

/// A sum of neighbours in the plane, each times a factor of its own, as one chain of fma in the
/// order in which cells lie in memory.
struct DenseUpdate {
  int radius = 1; // cells that it reads to any side, at most
  /// By rows, from the lowest on, of the square of that radius; invalid: not read. One for reads
  /// that enter by an addition or a subtraction is `ones` instead.
  std::vector<ir::ExprId> factors;
  std::vector<int> ones; // 1, -1, or 0
  ir::ExprId start;      // what the sum begins with; invalid: nothing

  int across() const { return 2 * radius + 1; }
  int taps() const;
};

/// The update of the program; or nothing, and `reason` says why.
std::optional<DenseUpdate> denseUpdateOf(const analysis::Facts &facts, std::string &reason);

/// How several steps of one run.
struct TensorShape : plan::Shape {
  DenseUpdate update;
  int steps = 2, warps = 12;
  int chunks = 0;         // of rows; 0: chosen at run time
  bool goesRound[2] = {}; // along x and y
  bool again = true;      // some cells near faces neither keep their values nor go round
  int endCost = 200;      // percent of the time of other strips that those at the ends of rows take
  bool isQuiet = true;    // beyond faces lies +0 where all cells are

  /// Products of a cell, with zeros too.
  int products() const { return (update.radius + 1) * 4 * (update.radius + 2); }
  TensorTile tile() const { return {update.radius, steps, warps, again}; }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

} // namespace stencilc::schedules
