/// \file Sizes of a kernel that computes two time steps per sweep: its tile and its ring buffers.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Ring buffer in shared memory with the newest planes of a field that the first time step has
/// computed. It has `slots` slots of one plane each. The table shows the slots that three
/// populations of a lattice Boltzmann method need.
///
///     lattice population that moves   plane read by step 2   planes kept   slots
///     up, from the plane below                 -1            -1, 0, 1        3
///     within the plane                          0             0, 1           2
///     down, from the plane above                1             1              1
struct PlaneRing {
  ir::FieldId field;
  int bytes = 0; // bytes of a cell
  int slots = 1; // planes that it has space for
};

/// Sizes of a kernel that computes two time steps, as a part of its plan. A block sweeps its tile
/// along the last axis. The tile has a size along x and, with three axes, along y.
struct TwoStepShape : plan::Shape {
  int rank = 3;
  int tile[2] = {1, 1}; // cells that a block writes to global memory, along x and y
  Reach halo;           // cells around these that the first time step computes, too
  std::vector<PlaneRing> rings;
  int threads = 32; // threads of a block
  int chunks = 0;   // ranges of planes, one per block; 0: chosen at run time

  int sweptAxis() const { return rank - 1; }
  /// Returns the number of cells along `axis` (0: x, 1: y) that a block computes in time step
  /// `step` (0 or 1), halo included. Returns 1 if `axis` is the swept axis.
  int extent(int axis, int step) const {
    return axis >= sweptAxis() ? 1 : tile[axis] + (step ? 0 : halo.low[axis] + halo.high[axis]);
  }
  /// Returns the number of cells of a plane that a block computes in time step `step` (0 or 1),
  /// halo included.
  int cells(int step) const { return extent(0, step) * extent(1, step); }
  /// Returns how many planes the first time step of a block computes in addition to the planes that
  /// the block writes to global memory, below and above these together.
  int extraPlanes() const { return halo.low[sweptAxis()] + halo.high[sweptAxis()]; }
  std::int64_t sharedBytes() const;
  int slots() const; // of all ring buffers
  void describe(llvm::json::Object &kernel) const override {
    kernel["ahead"] = 0;
    kernel["chunks"] = chunks;
  }
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Returns the sizes of a kernel that computes two time steps. Its tile has `tile[0]` cells along x
/// and, with three axes, `tile[1]` cells along y. Threads and chunks have default values.
TwoStepShape twoStepShape(const analysis::Facts &facts, const std::vector<int> &tile);

} // namespace stencilc::schedules
