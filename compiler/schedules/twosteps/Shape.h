/// \file How a block does two time steps on its tile: which cells it computes in the first one, and
/// which planes of them wait for the second.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// Planes of a field after the first step, the newest ones, in turn in so many slots.
///
///     planes that the second step reads, its own being 0         slots
///     population that comes from below:   -1, and 0 and 1 wait   3
///     one that moves in the plane:         0, and 1 waits        2
///     one that comes from above:           1                     1
struct PlaneRing {
  ir::FieldId field;
  int bytes = 0; // of a cell
  int slots = 1;
};

/// The tile of a block: cells across the swept axis, along x and, with three axes, y.
struct TwoStepShape : plan::Shape {
  int rank = 3;
  int tile[2] = {1, 1}; // cells stored
  Reach halo;           // of the cells around them that the first step computes, too
  std::vector<PlaneRing> rings;
  int threads = 32;
  int chunks = 0; // of the swept axis; 0: chosen at run time

  int sweptAxis() const { return rank - 1; }
  /// Cells along x or y that a step computes: the first (0) or the second (1).
  int extent(int axis, int step) const {
    return axis >= sweptAxis() ? 1 : tile[axis] + (step ? 0 : halo.low[axis] + halo.high[axis]);
  }
  /// Cells of a plane that a step computes.
  int cells(int step) const { return extent(0, step) * extent(1, step); }
  /// Planes of the first step beyond those that a chunk stores.
  int extraPlanes() const { return halo.low[sweptAxis()] + halo.high[sweptAxis()]; }
  std::int64_t sharedBytes() const;
  int slots() const; // of all rings
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// The shape with tiles of `tile` cells.
TwoStepShape twoStepShape(const analysis::Facts &facts, const std::vector<int> &tile);

} // namespace stencilc::schedules
