/// \file Recognises updates that tensor cores can compute as matrix products.
#pragma once

#include "plan/interface/Schedule.h"
#include "stencilc/Tiles.h"

namespace stencilc::schedules {

/// Update that tensor cores can compute: a weighted sum of neighbours in the plane, written as one
/// chain of fma operations in memory order.
struct DenseUpdate {
  int radius = 1; // largest reach in any direction
  /// Factors of the reads in a square of cells around the updated one, row by row from the lowest
  /// row. A factor is invalid if the cell is not read, or if the cell is added or subtracted
  /// without a factor.
  std::vector<ir::ExprId> factors;
  std::vector<int> ones; // 1, -1, or 0
  ir::ExprId start;      // first term of the sum; invalid: none

  int across() const { return 2 * radius + 1; }
  int taps() const;
};

/// Returns the update of the program if tensor cores can compute it. Otherwise returns nullopt and
/// stores the reason in `reason`.
std::optional<DenseUpdate> denseUpdateOf(const analysis::Facts &facts, std::string &reason);

/// Shape of a kernel in which tensor cores compute the updates of several time steps in one sweep.
struct TensorShape : plan::Shape {
  DenseUpdate update;
  int steps = 2, warps = 12;
  int chunks = 0;          // of rows; 0: chosen at run time
  bool isPeriodic[2] = {}; // periodic along x and y
  bool again = true;       // some cells near faces are neither frozen nor at a periodic face
  int endCost = 200;       // time of the first or last strip, in percent of another strip
  bool isQuiet = true;     // cells beyond the faces are +0 if all cells inside are

  /// Returns the number of multiply-adds of the matrix products per cell, including those with
  /// factor zero.
  int products() const { return (update.radius + 1) * 4 * (update.radius + 2); }
  TensorTile tile() const { return {update.radius, steps, warps, again}; }
  void describe(llvm::json::Object &kernel) const override {
    kernel["cells"] = 4;
    kernel["ahead"] = tile().ahead();
    kernel["chunks"] = chunks;
  }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

} // namespace stencilc::schedules
