/// \file Where a block is that updates dense neighbourhoods by tensor cores (TensorCore.h), and
/// what is asked of the cells there.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Math.h"
#include "stencilc/TensorRows.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Where a block is in the grid: its strip, and rows of it.
struct TensorPlace {
  int column = 0, begin = 0, end = 0;
  int keptLeft = 0, keptRight = 0; // columns of the grid that keep their values
  int keptLow = 0, keptHigh = 0;   // rows likewise
  bool isQuiet = true;             // beyond faces lies +0 where all cells are
};

/// The strip of a block and its chunk of rows.
template <int Radius, int Steps, int Warps, bool Again, bool RoundX, bool RoundY>
struct TensorStrip {
  using Rows = TensorRows<Radius, Steps, Warps, Again>;
  static constexpr int kRadius = Radius, kSteps = Steps, kWarps = Warps;
  static constexpr bool kRoundX = RoundX, kRoundY = RoundY;
  static constexpr int kCells = 4; // of a lane and time step

  STENCILC_DEVICE TensorStrip(const Grid &g, const TensorPlace &place) : g(g), place(place) {
    xBegin = place.column * Rows::kStored;
    xEnd = min(xBegin + Rows::kStored, g.nx);
    left = xBegin - Rows::kHalo;
    yBegin = place.begin;
    yEnd = place.end;
    bottom = yBegin - Radius * Steps;
  }

  /// Which of two rows, and which cells of them, are those of a lane: two beside each other and two
  /// half of the warp further.
  static STENCILC_DEVICE int rowIn(int lane) { return lane % 4 / 2; }
  static STENCILC_DEVICE int cellOf(int warp, int lane, int i) {
    return warp * Rows::kWarpCells + lane / 4 * 4 + lane % 2 * 2 + i % 2 + i / 2 * 32;
  }

  STENCILC_DEVICE bool isInsideX(int x) const { return RoundX || (x >= 0 && x < g.nx); }
  STENCILC_DEVICE bool isInsideY(int y) const { return RoundY || (y >= 0 && y < g.ny); }
  /// How far the steps after step `t` read beyond what is stored.
  static STENCILC_DEVICE constexpr int beyond(int t) { return Radius * (Steps - 1 - t); }
  /// Whether anybody reads or stores the cells of column x of step `t`; whether they keep their
  /// values.
  STENCILC_DEVICE bool isAskedColumn(int x, int t) const {
    return isInsideX(x) && x >= xBegin - beyond(t) && x < xEnd + beyond(t);
  }
  STENCILC_DEVICE bool isKeptColumn(int x) const {
    return !RoundX && (x < place.keptLeft || x >= g.nx - place.keptRight);
  }
  /// Whether products give the cells of column x of step `t`, and anybody asks for them.
  STENCILC_DEVICE bool isComputedColumn(int x, int t) const {
    const bool isNear = !RoundX && (x < Radius || x >= g.nx - Radius);
    return isAskedColumn(x, t) && !isKeptColumn(x) && !isNear;
  }
  /// Whether updates of row y read beyond a face.
  STENCILC_DEVICE bool isNearRow(int y) const {
    return !RoundY && (y < Radius || y >= g.ny - Radius);
  }
  /// Whether anybody reads or stores row y of step `t`; whether it keeps its values.
  STENCILC_DEVICE bool isAskedRow(int y, int t) const {
    return y >= yBegin - beyond(t) && y < yEnd + beyond(t) && isInsideY(y);
  }
  STENCILC_DEVICE bool isKeptRow(int y) const {
    return !RoundY && (y < place.keptLow || y >= g.ny - place.keptHigh);
  }
  STENCILC_DEVICE bool isStoredRow(int y) const { return y >= yBegin && y < yEnd; }
  STENCILC_DEVICE bool isStored(int x, int y) const {
    return x >= xBegin && x < xEnd && isStoredRow(y);
  }

  /// The first of the two rows that step `t` computes in step s of the sweep.
  STENCILC_DEVICE int rowOf(int s, int t) const { return bottom + 2 * (s - t) - Radius * (t + 1); }
  /// The one that is mended then: of the last time step, that of the step before.
  STENCILC_DEVICE int rowDone(int s, int t) const { return rowOf(t < Steps - 1 ? s : s - 1, t); }
  /// The step of the sweep in which the last rows that are stored have been mended.
  STENCILC_DEVICE int lastStep() const {
    return (yEnd - 2 - bottom + Radius * Steps + 1) / 2 + Steps;
  }
  /// Whether some rows of step s are near a face.
  STENCILC_DEVICE bool isNear(int s) const {
    return !RoundY && (rowDone(s, Steps - 1) < Radius || rowOf(s, 0) + 2 > g.ny - Radius);
  }

  const Grid &g;
  const TensorPlace place;
  int xBegin, xEnd, left, yBegin, yEnd, bottom;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
