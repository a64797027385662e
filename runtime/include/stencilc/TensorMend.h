/// \file What products of matrices do not give where tensor cores update dense neighbourhoods
/// (TensorCore.h): cells near faces, results that zeros in between may have changed, and rows and
/// columns that keep their values.
#pragma once

#include "stencilc/TensorStrip.h"
#include "stencilc/View.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// At least kRare for zero, infinities and what is no number; for some that are nearly zero, too.
inline constexpr unsigned kRareDouble = 0xffdfffff;
STENCILC_DEVICE unsigned rarity(double value) {
#if defined(__CUDA_ARCH__)
  const auto upper = static_cast<unsigned>(__double2hiint(value));
#else
  const auto upper = static_cast<unsigned>(__builtin_bit_cast(UInt64, value) >> 32);
#endif
  return upper + upper - 1;
}

/// Columns of a warp that keep their values, or whose updates read beyond a face.
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
  /// Number i of the cells of all time steps: 128 for a step, 64 for a row, and one for a column.
  STENCILC_DEVICE int place(int i) const {
    if (i >= cells())
      return 2 * Strip::kSteps * Rows::kWarpCells; // none
    const int column = i % count;
    const int cell = column < low ? lowBegin + column : highBegin + column - low;
    return i / count * Rows::kWarpCells + cell - first;
  }

  int count, low, lowBegin, highBegin, first;
};

/// Puts right what products did not give in a step of the sweep, and for the last time step in the
/// one before. All lanes of a warp do it together.
template <class Strip, class Update> class TensorMend {
  using Rows = typename Strip::Rows;
  static constexpr int kSteps = Strip::kSteps, kCells = Strip::kCells;
  static_assert(kSteps * kCells <= 32, "a bit for each cell of a lane");

public:
  STENCILC_DEVICE TensorMend(const Strip &strip, const View<const double> &from,
                             const View<double> &to, Rows &rows, const Update &update, int s,
                             int warp, int lane)
      : strip(strip), from(from), to(to), rows(rows), update(update), s(s), warp(warp), lane(lane) {
  }

  /// What a column keeps is what the grid has there; of a cell of EdgeColumns.
  STENCILC_DEVICE double keptValue(int place) const {
    const int t = stepOf(place), x = strip.left + cellOf(place);
    const int y = strip.rowDone(s, t) + rowOf(place), row = Strip::kRoundY ? wrap(y, strip.g.ny) : y;
    return t < kSteps && strip.isKeptColumn(x) && strip.isInsideY(y) ? from(x, row) : 0;
  }
  /// Gives columns at faces their values. `place` is that of this lane's first cell, `kept` what it
  /// keeps if it does.
  STENCILC_DEVICE void mendColumns(int place, double kept) const {
    mendColumn(place, kept);
    const EdgeColumns<Strip> columns(strip, warp);
    STENCILC_NO_UNROLL
    for (int i = lane + kWarpSize; i < columns.cells(); i += kWarpSize)
      mendColumn(columns.place(i), keptValue(columns.place(i)));
  }
  /// Gives rare cells their values, and rows at faces. `canBeQuiet`: where nothing but +0 is read,
  /// the result is known.
  STENCILC_DEVICE void mend(bool canBeQuiet) const {
    unsigned again = 0;
    STENCILC_NO_UNROLL
    for (int t = 0; t < kSteps; ++t) {
      const int y = strip.rowDone(s, t) + Strip::rowIn(lane);
      if (strip.isKeptRow(y))
        keepRow(t, y);
      again |= wrong(t, y, canBeQuiet) << kCells * t;
    }
    repeat(again);
  }

private:
  static STENCILC_DEVICE int stepOf(int place) { return place / (2 * Rows::kWarpCells); }
  static STENCILC_DEVICE int rowOf(int place) { return place / Rows::kWarpCells % 2; }
  STENCILC_DEVICE int cellOf(int place) const {
    return warp * Rows::kWarpCells + place % Rows::kWarpCells;
  }
  STENCILC_DEVICE void mendColumn(int place, double kept) const {
    const int t = stepOf(place), row = rowOf(place), cell = cellOf(place);
    const int x = strip.left + cell, y = strip.rowDone(s, t) + row;
    if (t >= kSteps || !strip.isAskedRow(y, t) || !strip.isAskedColumn(x, t))
      return;
    if (strip.isKeptColumn(x))
      give(t, cell, row, kept);
    else if (!strip.isKeptRow(y))
      give(t, cell, row, update(level(t), x, y));
  }
  STENCILC_DEVICE void keepRow(int t, int y) const {
    if (!strip.isAskedRow(y, t))
      return;
    STENCILC_NO_UNROLL
    for (int i = 0; i < kCells; ++i) {
      const int cell = Strip::cellOf(warp, lane, i);
      give(t, cell, Strip::rowIn(lane), level(t)(strip.left + cell, y));
    }
  }
  /// `value` is the new one of a cell of the pair of rows, in shared memory or in memory.
  STENCILC_DEVICE void give(int t, int cell, int row, double value) const {
    const int x = strip.left + cell, y = strip.rowDone(s, t) + row;
    if (t < kSteps - 1)
      written(t)[row][Rows::kPad + cell] = value;
    else if (strip.isStored(x, y))
      to(x, y) = value;
  }
  /// What a product has given; 1 where it is not stored.
  STENCILC_DEVICE double given(int t, int cell, int y) const {
    if (t < kSteps - 1)
      return written(t)[Strip::rowIn(lane)][Rows::kPad + cell];
    return strip.isStored(strip.left + cell, y) ? to(strip.left + cell, y) : 1;
  }

  /// The pair of rows that step `t` has written.
  STENCILC_DEVICE double (*written(int t) const)[Rows::kPitch] {
    return rows.cells[Rows::slotOf(t + 1, s)];
  }
  /// The cells of step `t` as updates of that step read them.
  STENCILC_DEVICE TensorLevel<Rows> level(int t) const {
    const int firstRow = strip.bottom - (t == 0 ? 0 : 2 * (t - 1) + Strip::kRadius * t);
    return {rows, Rows::kPad - strip.left, firstRow, t};
  }

  /// Which cells of this lane are to be computed again: of those that anybody reads or stores and
  /// no column or row keeps, rare ones and those of rows at faces.
  STENCILC_DEVICE unsigned wrong(int t, int y, bool canBeQuiet) const {
    const bool isComputed = strip.isAskedRow(y, t) && !strip.isKeptRow(y);
    unsigned again = 0, zeros = 0;
    STENCILC_NO_UNROLL
    for (int i = 0; i < kCells; ++i) {
      const int cell = Strip::cellOf(warp, lane, i), x = strip.left + cell;
      if (!isComputed || !strip.isComputedColumn(x, t))
        continue;
      const double value = given(t, cell, y);
      const bool isNear = strip.isNearRow(y);
      again |= unsigned{isNear || rarity(value) >= kRareDouble} << i;
      zeros |= unsigned{value == 0 && !isNear} << i;
    }
    if (canBeQuiet && ballot(zeros != 0) != 0 && readsNothing(t))
      again &= ~zeros;
    return again;
  }
  /// Whether all cells that the warp has read for the two rows of step `t` are +0.
  STENCILC_DEVICE bool readsNothing(int t) const {
    const int step = t < kSteps - 1 ? s : s - 1; // of the sweep
    const int newest = (t == 0 ? step : step - 1) + Rows::tile().slots(t);
    UInt64 bits = 0;
    STENCILC_NO_UNROLL
    for (int pair = 0; pair < Rows::kRead; ++pair) {
      const auto &both = rows.cells[Rows::slotOf(t, newest - pair)];
      for (int cell = lane; cell < Rows::kWarpCells + 2 * Strip::kRadius; cell += kWarpSize) {
        const int at = warp * Rows::kWarpCells + Rows::kPad - Strip::kRadius + cell;
        bits |= __builtin_bit_cast(UInt64, both[0][at]) | __builtin_bit_cast(UInt64, both[1][at]);
      }
    }
    return ballot(bits != 0) == 0;
  }

  /// Computes cells again, a lane each, of whichever lane's they are.
  STENCILC_DEVICE void repeat(unsigned again) const {
    unsigned short *const list = rows.again[warp];
    STENCILC_NO_UNROLL
    while (const unsigned bits = bitsOfWarp(again)) {
      int count = 0;
      STENCILC_NO_UNROLL
      for (unsigned rest = bits; rest != 0; rest &= rest - 1) {
        const int bit = countBits(~rest & (rest - 1)); // the lowest one
        const unsigned mine = again >> bit & 1, lanes = ballot(mine != 0);
        const int place = count + countBits(lanes & ((1u << lane) - 1));
        if (mine && place < kWarpSize) {
          list[place] = static_cast<unsigned short>(bit * kWarpSize + lane);
          again &= ~(1u << bit);
        }
        count += countBits(lanes);
      }
      syncWarp();
      if (lane < count)
        compute(list[lane] / kWarpSize, list[lane] % kWarpSize);
      syncWarp();
    }
  }
  STENCILC_DEVICE void compute(int bit, int of) const {
    const int t = bit / kCells, row = Strip::rowIn(of), cell = Strip::cellOf(warp, of, bit % kCells);
    give(t, cell, row, update(level(t), strip.left + cell, strip.rowDone(s, t) + row));
  }
  static STENCILC_DEVICE int countBits(unsigned bits) {
#if defined(__CUDA_ARCH__)
    return __popc(bits);
#else
    return __builtin_popcount(bits);
#endif
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
