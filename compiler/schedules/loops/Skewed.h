/// \file Tests which programs allow time-skewed loops on the CPU, and computes their parameters.
///
/// The file stencilc/Skew.h defines the order in which time-skewed loops update rows.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Parameters of time-skewed loops on the CPU, which compute several time steps per call. Each time
/// step trails the one before by some planes along the last axis, so that all planes in use fit in
/// a cache.
struct SkewedShape : plan::Shape {
  int steps = 2;   // number of time steps of one call
  int kernels = 1; // number of kernels of a time step
  int reach = 0;   // largest absolute offset of a read along y and z
  int rows = 0;    // rows of a tile along the middle of three axes; 0: all rows

  /// Returns the distance by which the last kernel of the last fused time step trails the first
  /// kernel of the first one. It is a number of planes along the last axis. Tiles are skewed by as
  /// many rows along the middle axis.
  int spread() const { return (steps * kernels - 1) * reach; }
  /// Returns the number of planes along the last axis that the fused time steps access at the same
  /// time.
  int planes() const { return spread() + 2 * reach + 1; }
  /// Returns the number of cells loaded from memory per updated cell, on a grid of size `extents`.
  /// It is 1 if tiles have all rows. Otherwise it is larger, because a tile also reads rows of its
  /// neighbours.
  double work(const Extents &extents) const;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Checks whether several time steps of the program can be fused by time skewing (each time step
/// trails the one before by some planes). Returns the reason if they cannot.
plan::Fit fitSkewed(const analysis::Facts &facts);

/// Returns the parameters of time-skewed loops that fuse `steps` time steps, with tiles of `rows`
/// rows (0: all rows). Precondition: fitSkewed() accepts the program.
SkewedShape skewedShape(const analysis::Facts &facts, int steps, int rows);

/// Returns the bytes of a row along x, summed over the planes that the fused time steps of `shape`
/// access at the same time, and over the buffers (arrays) of all fields.
double bytesOfRow(const analysis::Facts &facts, const SkewedShape &shape);

} // namespace stencilc::schedules
