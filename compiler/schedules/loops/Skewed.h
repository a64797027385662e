/// \file Tests which programs allow time-skewed loops on the CPU, and computes their parameters.
///
/// The file stencilc/Skew.h defines the order in which time-skewed loops update rows.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Parameters of time-skewed loops, which compute several time steps per call on the CPU.
struct SkewedShape : plan::Shape {
  int steps = 2;   // time steps of one call
  int kernels = 1; // kernels of a step
  int reach = 0;   // largest offset that a kernel reads along axes after x
  int rows = 0;    // rows of a tile along the middle one of three axes; 0: all

  /// Returns the distance, in planes or in rows of a tile, by which the last kernel of the last
  /// time step trails the first kernel of the first one.
  int spread() const { return (steps * kernels - 1) * reach; }
  /// Returns the number of planes along the last axis that the fused time steps access at the same
  /// time.
  int planes() const { return spread() + 2 * reach + 1; }
  /// Returns the number of cells loaded from memory per updated cell. The ratio exceeds 1 with
  /// tiles of rows, because a tile also reads rows of its neighbours.
  double work(const Extents &extents) const;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Checks whether several time steps of the program can be fused by time skewing. A refusal has the
/// reason.
plan::Fit fitSkewed(const analysis::Facts &facts);

/// Returns the parameters of time-skewed loops with `steps` time steps and tiles of `rows` rows.
/// Precondition: fitSkewed() allows this program.
SkewedShape skewedShape(const analysis::Facts &facts, int steps, int rows);

/// Returns the size, in bytes, of one row in all planes that the fused time steps access at the
/// same time, for all fields and their buffers.
double bytesOfRow(const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
