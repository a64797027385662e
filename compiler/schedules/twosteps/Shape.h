/// \file Tile of a block that does two time steps: the cells computed in the first step, and the
/// planes that are kept for the second.
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// Ring buffer of the newest planes of a field after the first step, in `slots` slots.
///
///     lattice population that moves   plane read by step 2   planes kept   slots
///     up, from the plane below                 -1            -1, 0, 1        3
///     within the plane                          0             0, 1           2
///     down, from the plane above                1             1              1
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
