/// \file Several time steps at once by schedule loops: whether a program can do them so, and the
/// numbers that say how (stencilc/Skew.h has the order of rows).
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

struct SkewedShape : plan::Shape {
  int steps = 2;   // at once
  int kernels = 1; // of a step
  int reach = 0;   // cells that a kernel reads along the axes behind x, at most
  int rows = 0;    // of a tile along the middle of three axes; 0: all

  /// Cells by which the last level lies behind the first.
  int spread() const { return (steps * kernels - 1) * reach; }
  /// Planes of the last axis that are used again: those between first and last level.
  int planes() const { return spread() + 2 * reach + 1; }
  /// Cells brought from memory, in the tile and beside it, per cell of the tile.
  double work(const Extents &extents) const;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Whether steps of the program can be done at once.
plan::Fit fitSkewed(const analysis::Facts &facts);

/// The shape of a program that can, with tiles of so many rows.
SkewedShape skewedShape(const analysis::Facts &facts, int steps, int rows);

/// Bytes that a row of the planes between first and last level takes, of all fields and buffers.
double bytesOfRow(const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
