/// \file The extents of a grid as kernels see them.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Cells along each axis; x is contiguous, axes a program does not have hold 1. One axis is counted
/// in int, which is what index arithmetic in kernels costs least in; products of extents are not:
/// they pass 2^31 and belong into 64 bits.
struct Grid {
  int nx = 1, ny = 1, nz = 1;

  STENCILC_HD constexpr Int64 cells() const { return Int64{nx} * ny * nz; }
  friend STENCILC_HD constexpr bool operator==(const Grid &a, const Grid &b) {
    return a.nx == b.nx && a.ny == b.ny && a.nz == b.nz;
  }
};

/// Planes of the last axis (rows, with two axes) that a launch writes, of programs whose kernels
/// do not write all of them at once.
struct PlaneRange {
  int begin = 0, end = 0;

  STENCILC_HD constexpr int count() const { return end - begin; }
};

/// Rows of a grid, counted through its planes: row y of plane z is number y + z * ny.
struct RowRange {
  Int64 begin = 0, count = 0;
};

/// The longest axis. The threads of the last block may count up to 2^16 cells beyond the grid (1024
/// threads of 16 cells, and a reach) before they notice, and that must still be an int.
inline constexpr Int64 kMaxExtent = (Int64{1} << 31) - (1 << 16);

} // namespace stencilc::inline STENCILC_SPACE
