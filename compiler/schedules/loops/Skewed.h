/// \file Time skewing in schedule loops: which programs allow it, and its parameters
/// (stencilc/Skew.h defines the order of rows).
#pragma once

#include "plan/Schedule.h"

namespace stencilc::schedules {

/// Parameters of time-skewed loops.
struct SkewedShape : plan::Shape {
  int steps = 2;   // time steps of one call
  int kernels = 1; // kernels of a step
  int reach = 0;   // largest reach of a kernel along the axes after x
  int rows = 0;    // rows of a tile along the middle one of three axes; 0: all

  /// Returns the cells by which the last level trails the first.
  int spread() const { return (steps * kernels - 1) * reach; }
  /// Returns the planes of the last axis that are in use at once: those between the first and last
  /// level.
  int planes() const { return spread() + 2 * reach + 1; }
  /// Returns the cells loaded from memory per cell of a tile; more than 1 because tiles also read
  /// beside them.
  double work(const Extents &extents) const;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Returns whether steps of the program can be skewed, or why not.
plan::Fit fitSkewed(const analysis::Facts &facts);

/// Returns the shape for a program that allows it, with tiles of `rows` rows.
SkewedShape skewedShape(const analysis::Facts &facts, int steps, int rows);

/// Returns the bytes of one row of all planes between the first and last level, for all fields and
/// buffers.
double bytesOfRow(const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
