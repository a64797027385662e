/// \file Cells near faces in sweeps with tensor cores (TensorCore.h). Matrix products do not
/// compute them, because they are frozen (keep their values) or read beyond a face.
#pragma once

#include "stencilc/View.h"
#include "stencilc/tensorcore/TensorSpecial.h"
#include "stencilc/tensorcore/TensorStrip.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Columns of a warp in a sweep with tensor cores that matrix products do not compute. Their cells
/// are frozen (keep their values), or their updates read beyond a face.
template <class Strip> struct EdgeColumns {
  using Rows = typename Strip::Rows;

  STENCILC_DEVICE EdgeColumns(const Strip &strip, int warp) : first(warp * Rows::kWarpCells) {
    const int begin = max(0, strip.left + first), end = strip.left + first + Rows::kWarpCells;
    const int atLow = max(strip.place.keptLeft, Strip::kRadius);
    const int atHigh = max(strip.place.keptRight, Strip::kRadius);
    lowBegin = begin - strip.left;
    low = Strip::kRoundX ? 0 : max(0, min(min(atLow, strip.g.nx), end) - begin);
    highBegin = max(begin + low, strip.g.nx - atHigh) - strip.left;
    count = low + (Strip::kRoundX ? 0 : max(0, min(strip.g.nx, end) - strip.left - highBegin));
  }
  STENCILC_DEVICE int cells() const { return count * 2 * Strip::kSteps; }
  /// Returns the position of cell number `i` (from 0) among the cells near faces that this warp
  /// computes in a step of the sweep. Each time step has two rows of such cells, counted row by
  /// row. A position is 128 * time step + 64 * row (0 or 1) + column in the warp (0 to 63). Beyond
  /// the last cell, the result is the first position of a time step after the last one.
  STENCILC_DEVICE int place(int i) const {
    if (i >= cells())
      return 2 * Strip::kSteps * Rows::kWarpCells; // none
    const int column = i % count;
    const int cell = column < low ? lowBegin + column : highBegin + column - low;
    return i / count * Rows::kWarpCells + cell - first;
  }

  int count, low, lowBegin, highBegin, first;
};

/// Computation of the cells near faces, which matrix products leave out, in one step of a sweep
/// with tensor cores. A step of the sweep computes two rows of each time step. In the last time
/// step, the cells near faces follow one step of the sweep after the other cells of their rows.
template <class Strip, class Update> class TensorFaces {
  using Rows = typename Strip::Rows;
  static constexpr int kSteps = Strip::kSteps, kCells = Strip::kCells;

public:
  STENCILC_DEVICE TensorFaces(const Strip &strip, const View<const double> &from,
                              const View<double> &to, Rows &rows, const Update &update, int s,
                              int warp, int lane)
      : strip(strip), from(from), to(to), rows(rows), update(update), s(s), warp(warp), lane(lane) {
  }

  /// Returns the value that a frozen (never updated) cell has in the grid. `place` is the position
  /// of the cell: 128 * time step + 64 * row + column in the warp. Returns 0 if the cell is not
  /// frozen.
  STENCILC_DEVICE double keptValue(int place) const {
    const int t = stepOf(place), x = strip.left + cellOf(place);
    const int y = strip.rowDone(s, t) + rowOf(place);
    return t < kSteps && strip.isKeptColumn(x) && strip.isInsideY(y) ? grid(x, y) : 0;
  }
  /// Computes the cells of this warp in columns near faces. `place` is the position
  /// (EdgeColumns::place) of this thread's first cell, and `kept` its value if it is frozen (keeps
  /// its value). `isLong` must be true if the warp has more such cells than threads. Returns the
  /// worst error that a last-step result of this thread may have: none, a zero of the wrong sign,
  /// or a wrong infinity or NaN.
  STENCILC_DEVICE Suspicion mendColumns(int place, double kept, bool isLong) const {
    Suspicion most = mendColumn(place, kept);
    if (!isLong)
      return most;
    const EdgeColumns<Strip> columns(strip, warp);
    STENCILC_NO_UNROLL
    for (int i = lane + kWarpSize; i < columns.cells(); i += kWarpSize)
      most = max(most, mendColumn(columns.place(i), keptValue(columns.place(i))));
    return most;
  }
  /// Computes this thread's cells in rows near faces (axis y), for all time steps. Returns the
  /// worst error that a last-step result of this thread may have: none, a zero of the wrong sign,
  /// or a wrong infinity or NaN.
  STENCILC_DEVICE Suspicion mendRows() const {
    Suspicion most = Suspicion::None;
    STENCILC_NO_UNROLL
    for (int t = 0; t < kSteps; ++t) {
      const int y = strip.rowDone(s, t) + Strip::rowIn(lane);
      if (!strip.isAskedRow(y, t))
        continue;
      if (strip.isKeptRow(y))
        keepRow(t, y);
      else if (strip.isNearRow(y))
        most = max(most, computeRow(t));
    }
    return most;
  }

private:
  static STENCILC_DEVICE int stepOf(int place) { return place / (2 * Rows::kWarpCells); }
  static STENCILC_DEVICE int rowOf(int place) { return place / Rows::kWarpCells % 2; }
  STENCILC_DEVICE int cellOf(int place) const {
    return warp * Rows::kWarpCells + place % Rows::kWarpCells;
  }
  STENCILC_DEVICE Suspicion mendColumn(int place, double kept) const {
    const int t = stepOf(place), row = rowOf(place), cell = cellOf(place);
    const int x = strip.left + cell, y = strip.rowDone(s, t) + row;
    if (t >= kSteps || !strip.isAskedRow(y, t) || !strip.isAskedColumn(x, t))
      return Suspicion::None;
    if (strip.isKeptColumn(x))
      give(t, cell, row, kept);
    else if (!strip.isKeptRow(y))
      return compute(t, cell, row);
    return Suspicion::None;
  }
  /// Copies row y, whose cells are frozen (keep their values), from the grid to the rows of time
  /// step `t` in shared memory. All loads come before the stores, because a load from memory takes
  /// long.
  STENCILC_DEVICE void keepRow(int t, int y) const {
    double kept[kCells];
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i) {
      const int x = strip.left + Strip::cellOf(warp, lane, i);
      kept[i] = strip.isAskedColumn(x, t) ? grid(x, y) : 0;
    }
    STENCILC_UNROLL
    for (int i = 0; i < kCells; ++i) {
      const int cell = Strip::cellOf(warp, lane, i);
      if (strip.isAskedColumn(strip.left + cell, t))
        give(t, cell, Strip::rowIn(lane), kept[i]);
    }
  }
  STENCILC_DEVICE Suspicion computeRow(int t) const {
    Suspicion most = Suspicion::None;
    STENCILC_NO_UNROLL
    for (int i = 0; i < kCells; ++i) {
      const int cell = Strip::cellOf(warp, lane, i);
      if (strip.isComputedColumn(strip.left + cell, t))
        most = max(most, compute(t, cell, Strip::rowIn(lane)));
    }
    return most;
  }
  STENCILC_DEVICE Suspicion compute(int t, int cell, int row) const {
    if constexpr (Rows::tile().again) {
      const int firstRow = strip.bottom - (t == 0 ? 0 : 2 * (t - 1) + Strip::kRadius * t);
      const int x = strip.left + cell, y = strip.rowDone(s, t) + row;
      const TensorLevel<Rows> level(rows, t, Rows::kPad - strip.left, firstRow,
                                    y - Strip::kRadius - firstRow);
      const double value = update(level, x, y);
      give(t, cell, row, value);
      return t == kSteps - 1 && strip.isStored(x, y) ? suspicionOf(value) : Suspicion::None;
    }
    return Suspicion::None;
  }
  STENCILC_DEVICE double grid(int x, int y) const {
    return from(Strip::kRoundX ? wrap(x, strip.g.nx) : x, Strip::kRoundY ? wrap(y, strip.g.ny) : y);
  }
  /// Stores `value`, the new value of a cell after time step `t`. `row` (0 or 1) is its row in the
  /// pair of rows of this step of the sweep, and `cell` its column, from the block's first computed
  /// column. After the last time step, the value goes to the grid if this block stores the cell,
  /// else nowhere. After earlier time steps, it goes to shared memory.
  STENCILC_DEVICE void give(int t, int cell, int row, double value) const {
    const int x = strip.left + cell, y = strip.rowDone(s, t) + row;
    if (t < kSteps - 1)
      rows.pair(Rows::slotOf(t + 1, s))[row][Rows::kPad + cell] = value;
    else if (strip.isStored(x, y))
      to(x, y) = value;
  }

  const Strip &strip;
  const View<const double> &from;
  const View<double> &to;
  Rows &rows;
  const Update &update;
  const int s, warp, lane;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
