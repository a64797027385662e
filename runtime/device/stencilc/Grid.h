/// \file Struct with the extents (numbers of cells) of a grid, which kernels get as an argument.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Number of cells along each axis. x is contiguous in memory, and axes that a program lacks have
/// extent 1. Extents are `int` because 32-bit index arithmetic is cheapest in kernels. Products of
/// extents can exceed 2^31 and must be computed in 64 bits.
///
/// `pad` is not 0 if a device stores a part of a domain that is periodic along the last axis. The
/// grid then has `pad` further planes on each side, which are copies of planes at the other end.
struct Grid {
  int nx = 1, ny = 1, nz = 1;
  int pad = 0;

  STENCILC_HD constexpr Int64 cells() const { return Int64{nx} * ny * nz; }
  friend STENCILC_HD constexpr bool operator==(const Grid &a, const Grid &b) {
    return a.nx == b.nx && a.ny == b.ny && a.nz == b.nz && a.pad == b.pad;
  }
};

/// Returns the index in the domain of plane `at` of a grid with `planes` planes. The first `pad`
/// and the last `pad` planes of the grid are copies of planes at the other end of a periodic
/// domain.
STENCILC_HD constexpr int planeOfDomain(int at, int planes, int pad) {
  const int all = planes - 2 * pad, plane = at - pad;
  if (plane >= 0 && plane < all)
    return plane;
  return plane % all < 0 ? plane % all + all : plane % all;
}

/// Range [begin, end) of planes along the last axis that a launch writes; with two axes a plane is
/// a row. Used by programs whose kernels write a part of the grid at a time.
struct PlaneRange {
  int begin = 0, end = 0;

  STENCILC_HD constexpr int count() const { return end - begin; }
};

/// Range of `count` rows of a grid. Rows are counted through all planes: row y of plane z has index
/// y + z * ny.
struct RowRange {
  Int64 begin = 0, count = 0;
};

/// Largest extent of an axis. Threads of the last block may compute coordinates up to 2^16 cells
/// beyond the grid (1024 threads of 16 cells, plus a reach), which must still fit an `int`.
inline constexpr Int64 kMaxExtent = (Int64{1} << 31) - (1 << 16);

} // namespace stencilc::inline STENCILC_SPACE
