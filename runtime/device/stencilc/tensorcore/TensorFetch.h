/// \file Copies rows of the grid to shared memory for blocks that update them with tensor cores
/// (TensorCore.h).
#pragma once

#include "stencilc/Vector.h"
#include "stencilc/View.h"
#include "stencilc/tensorcore/TensorStrip.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Loader of pairs of rows from memory into shared memory, by all threads of a block. Half of the
/// warps load each row, and each warp loads 128 cells. Cells beyond the grid are not written.
template <class Strip> class TensorFetch {
  using Rows = typename Strip::Rows;
  static constexpr int kHalf = Strip::kWarps / 2, kWarpPart = 2 * Rows::kWarpCells;
  static_assert(Strip::kWarps % 2 == 0 && Rows::kPad <= kWarpSize);

public:
  STENCILC_DEVICE TensorFetch(const Strip &strip, const View<const double> &from, Rows &rows)
      : strip(strip), from(from), rows(rows), row(warpIndex() / kHalf),
        place(warpIndex() % kHalf * kWarpPart + laneIndex() * 2) {
    isWide = reinterpret_cast<Size>(from.data) % 16 == 0 && from.row % 2 == 0 &&
             (!Strip::kRoundX || strip.g.nx % 2 == 0);
    const int first = strip.left - Rows::kPad;
    isWhole = isWide && first >= 0 && first + Rows::kBrought <= strip.g.nx;
  }

  /// Starts this thread's asynchronous copies of pair number `pair` of rows to shared memory. Pair
  /// 0 has the lowest rows that the block reads. Rows outside the grid are not copied. Commits the
  /// copies, which may be none, as one group.
  STENCILC_DEVICE void begin(int pair) const {
    const int y = strip.bottom + 2 * pair + row;
    if (strip.isInsideY(y) && y < strip.yEnd + Strip::kRadius * Strip::kSteps) {
      double *const slot = rows.pair(Rows::slotOf(0, pair))[row];
      const int there = Strip::kRoundY ? wrap(y, strip.g.ny) : y;
      if (isWhole)
        load(slot, there, afresh(place));
      else if (isWide)
        loadPieces(slot, there, afresh(place));
      else
        loadCells(slot, there, afresh(place));
    }
    commitCopies();
  }

private:
  /// Starts asynchronous copies of row `y` to shared memory at `slot`. All cells of the row that
  /// the block reads must lie in the grid. Each thread copies cells `place`, `place` + 1 and the
  /// two that are 64 cells further, counted from the first computed cell. The threads with the
  /// lowest `place` also copy the halo cells (padding) on both sides.
  STENCILC_DEVICE void load(double *slot, int y, int place) const {
    double *const to = slot + (Rows::kPad + place);
    const double *const source = &from(strip.left + place, y);
    copyAsync<16>(to, source);
    copyAsync<16>(to + Rows::kWarpCells, source + Rows::kWarpCells);
    if (place < 2 * Rows::kPad) {
      const int side = place < Rows::kPad ? -Rows::kPad : Rows::kWidth - Rows::kPad;
      copyAsync<16>(to + side, source + side);
    }
  }
  /// Starts asynchronous copies of the cells of row `y` that lie in the grid to shared memory at
  /// `slot`, two adjacent cells at a time where possible. `place` is the position of this thread's
  /// first cell in the row, counted from the first computed cell.
  STENCILC_DEVICE void loadPieces(double *slot, int y, int place) const {
    double *const to = slot + (Rows::kPad + place);
    const double *const row = &from(0, y);
    loadPiece(to, row, strip.left + place);
    loadPiece(to + Rows::kWarpCells, row, strip.left + place + Rows::kWarpCells);
    if (place < 2 * Rows::kPad) {
      const int side = place < Rows::kPad ? -Rows::kPad : Rows::kWidth - Rows::kPad;
      loadPiece(to + side, row, strip.left + place + side);
    }
  }
  STENCILC_DEVICE void loadPiece(double *to, const double *row, int x) const {
    const int n = strip.g.nx;
    if (Strip::kRoundX)
      x = wrap(x, n);
    if (x >= 0 && x + 2 <= n)
      copyAsync<16>(to, row + x);
    else if (x == n - 1)
      copyAsync<8>(to, row + x);
  }
  STENCILC_DEVICE void loadCells(double *slot, int y, int place) const {
    const int first = place / kWarpPart * kWarpSize + place % kWarpPart / 2;
    STENCILC_NO_UNROLL
    for (int cell = first; cell < Rows::kBrought; cell += kHalf * kWarpSize) {
      const int at = strip.left - Rows::kPad + cell, x = Strip::kRoundX ? wrap(at, strip.g.nx) : at;
      if (x >= 0 && x < strip.g.nx)
        copyAsync<8>(slot + cell, &from(x, y));
    }
  }

  const Strip &strip;
  const View<const double> &from;
  Rows &rows;
  const int row;   // which of the two rows this warp loads
  const int place; // first cell of this lane, relative to the first computed cell
  bool isWide;     // pairs of cells are aligned to 16 bytes
  bool isWhole;    // and all cells lie in the grid
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
