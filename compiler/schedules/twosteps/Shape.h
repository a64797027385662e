/// \file Tile of a block that does two time steps: the cells computed in the first step, and the
/// planes that are kept for the second.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// Ring buffer of the newest planes of a field after the first step, in `slots` slots.
///
///     planes that the second step reads, its own being 0         slots
///     population that comes from below:   -1, and 0 and 1 wait   3
///     one that moves in the plane:         0, and 1 waits        2
///     one that comes from above:           1                     1
struct PlaneRing {
  ir::FieldId field;
  int bytes = 0; // bytes of a cell
  int slots = 1;
};

/// Tile of a block: cells along x and, with three axes, y. The block sweeps the last axis.
struct TwoStepShape : plan::Shape {
  int rank = 3;
  int tile[2] = {1, 1}; // cells stored
  Reach halo;           // cells around them that the first step computes, too
  std::vector<PlaneRing> rings;
  int threads = 32;
  int chunks = 0; // chunks of the swept axis; 0: chosen at run time

  int sweptAxis() const { return rank - 1; }
  /// Returns the cells along x or y that step 0 or 1 computes.
  int extent(int axis, int step) const {
    return axis >= sweptAxis() ? 1 : tile[axis] + (step ? 0 : halo.low[axis] + halo.high[axis]);
  }
  /// Returns the cells of a plane that a step computes.
  int cells(int step) const { return extent(0, step) * extent(1, step); }
  /// Returns the planes that the first step computes beyond those that a chunk stores.
  int extraPlanes() const { return halo.low[sweptAxis()] + halo.high[sweptAxis()]; }
  std::int64_t sharedBytes() const;
  int slots() const; // of all rings
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Returns the shape with tiles of `tile` cells.
TwoStepShape twoStepShape(const analysis::Facts &facts, const std::vector<int> &tile);

} // namespace stencilc::schedules
