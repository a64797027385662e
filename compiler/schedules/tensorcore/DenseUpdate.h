/// \file Recognises updates that tensor cores can compute as matrix products.
#pragma once

#include "plan/interface/Schedule.h"
#include "stencilc/Tiles.h"

namespace stencilc::schedules {

/// Update that tensor cores can compute: a weighted sum of cells in a square neighbourhood. It is
/// written as one chain of fma operations (fused multiply-adds), in the order of the cells in
/// memory.
struct DenseUpdate {
  int radius = 1; // largest absolute offset along x and y
  /// Factors of the cells of a square around the updated cell, row by row from the lowest row. A
  /// factor is invalid if the cell is not read, or if it is added or subtracted without a factor.
  std::vector<ir::ExprId> factors;
  std::vector<int> ones; // for each cell of the square: 1 added, -1 subtracted, 0 neither
  ir::ExprId start;      // value to which the terms are added; invalid: none

  int across() const { return 2 * radius + 1; }
  int taps() const;
};

/// Returns the update of the program if tensor cores can compute it. Otherwise returns nullopt, and
/// sets `reason` to a message for the user.
std::optional<DenseUpdate> denseUpdateOf(const analysis::Facts &facts, std::string &reason);

/// Properties of a kernel that computes several time steps in one sweep on tensor cores, as a part
/// of its plan.
struct TensorShape : plan::Shape {
  DenseUpdate update;
  int steps = 2, warps = 12; // time steps in one sweep; warps of a block
  int chunks = 0;            // ranges of rows, one per block; 0: chosen at run time
  bool isPeriodic[2] = {};   // periodic along x and y
  bool again = true;         // some cells near faces must be updated without tensor cores
  int endCost = 200;         // time of the first or last strip (range of x), in % of another
  bool isQuiet = true;       // cells beyond the faces are +0 if all cells inside are

  /// Returns the number of multiply-adds of matrix products per updated cell, including those with
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
