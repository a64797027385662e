/// \file Cells that a block of threads computes with tensor cores (TensorCore.h): its columns and
/// rows in the grid of cells, and the cells that each time step must compute.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Math.h"
#include "stencilc/tensorcore/TensorRows.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Cells that a block of threads with tensor cores stores: strip number `column` (a range of
/// columns of the grid of cells) and rows [begin, end). The struct also holds how many rows and
/// columns at the faces are frozen (keep their values).
struct TensorPlace {
  int column = 0, begin = 0, end = 0;
  int keptLeft = 0, keptRight = 0; // number of frozen columns at the faces of the grid
  int keptLow = 0, keptHigh = 0;   // number of frozen rows at the faces
  bool isQuiet = true;             // cells beyond the faces are +0 if all cells inside are
};

/// Strip (range of columns) and rows of a block that computes with tensor cores. RoundX and RoundY
/// are true if the axis is periodic. Again is true if some cells near faces are computed by the
/// update function and not by matrix products.
template <int Radius, int Steps, int Warps, bool Again, bool RoundX, bool RoundY>
struct TensorStrip {
  using Rows = TensorRows<Radius, Steps, Warps, Again>;
  static constexpr int kRadius = Radius, kSteps = Steps, kWarps = Warps;
  static constexpr bool kRoundX = RoundX, kRoundY = RoundY;
  static constexpr int kCells = 4; // cells of a lane in a time step

  STENCILC_DEVICE TensorStrip(const Grid &g, const TensorPlace &place) : g(g), place(place) {
    xBegin = place.column * Rows::kStored;
    xEnd = min(xBegin + Rows::kStored, g.nx);
    left = xBegin - Rows::kHalo;
    yBegin = place.begin;
    yEnd = place.end;
    bottom = yBegin - Radius * Steps;
  }

  /// Returns 0 or 1: the row of a pair in which the four cells of lane `lane` (thread of a warp)
  /// are. Two of these cells are adjacent, and the other two are 32 cells further.
  static STENCILC_DEVICE int rowIn(int lane) { return lane % 4 / 2; }
  /// Returns the position, in the row of cells that a block computes, of one of the four cells of a
  /// thread. `i` (0 to 3) is the number of the cell, `lane` the thread within warp `warp`.
  static STENCILC_DEVICE int cellOf(int warp, int lane, int i) {
    return warp * Rows::kWarpCells + lane / 4 * 4 + lane % 2 * 2 + i % 2 + i / 2 * 32;
  }

  STENCILC_DEVICE bool isInsideX(int x) const { return RoundX || (x >= 0 && x < g.nx); }
  STENCILC_DEVICE bool isInsideY(int y) const { return RoundY || (y >= 0 && y < g.ny); }
  /// Returns how many cells outside the stored ones, on each side, time step `t` must compute
  /// because later time steps read them.
  static STENCILC_DEVICE constexpr int beyond(int t) { return Radius * (Steps - 1 - t); }
  /// Returns true if time step `t` must compute cells of column x: later time steps read them, or
  /// they are stored.
  STENCILC_DEVICE bool isAskedColumn(int x, int t) const {
    return isInsideX(x) && x >= xBegin - beyond(t) && x < xEnd + beyond(t);
  }
  /// Returns true if column x is frozen: its cells keep their values.
  STENCILC_DEVICE bool isKeptColumn(int x) const {
    return !RoundX && (x < place.keptLeft || x >= g.nx - place.keptRight);
  }
  /// Returns true if time step `t` needs column x and matrix products compute it. Frozen columns
  /// and columns near faces are not computed by matrix products.
  STENCILC_DEVICE bool isComputedColumn(int x, int t) const {
    const bool isNear = !RoundX && (x < Radius || x >= g.nx - Radius);
    return isAskedColumn(x, t) && !isKeptColumn(x) && !isNear;
  }
  /// Returns true if row y is so near a face that its updates read beyond it.
  STENCILC_DEVICE bool isNearRow(int y) const {
    return !RoundY && (y < Radius || y >= g.ny - Radius);
  }
  /// Returns true if time step `t` must compute row y: later time steps read it, or it is stored.
  STENCILC_DEVICE bool isAskedRow(int y, int t) const {
    return y >= yBegin - beyond(t) && y < yEnd + beyond(t) && isInsideY(y);
  }
  /// Returns true if row y is frozen: its cells keep their values.
  STENCILC_DEVICE bool isKeptRow(int y) const {
    return !RoundY && (y < place.keptLow || y >= g.ny - place.keptHigh);
  }
  STENCILC_DEVICE bool isStoredRow(int y) const { return y >= yBegin && y < yEnd; }
  STENCILC_DEVICE bool isStored(int x, int y) const {
    return x >= xBegin && x < xEnd && isStoredRow(y);
  }

  /// Returns the first of the two rows that time step `t` computes in step s of the sweep.
  STENCILC_DEVICE int rowOf(int s, int t) const { return bottom + 2 * (s - t) - Radius * (t + 1); }
  /// Returns the first of the two rows of time step `t` in which step s of the sweep computes the
  /// cells near faces. In the last time step, the other cells of these rows were computed one step
  /// of the sweep earlier.
  STENCILC_DEVICE int rowDone(int s, int t) const { return rowOf(t < Steps - 1 ? s : s - 1, t); }
  /// Returns the index of the last step of the sweep, which computes the last cells near faces.
  STENCILC_DEVICE int lastStep() const {
    return (yEnd - 2 - bottom + Radius * Steps + 1) / 2 + Steps;
  }
  /// Returns true if step s of the sweep computes, for any time step, rows so near a face that
  /// their updates read beyond it.
  STENCILC_DEVICE bool isNear(int s) const {
    return !RoundY && (rowDone(s, Steps - 1) < Radius || rowOf(s, 0) + 2 > g.ny - Radius);
  }

  const Grid &g;
  const TensorPlace place;
  int xBegin, xEnd, left, yBegin, yEnd, bottom;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
