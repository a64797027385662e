/// \file What the threads of a block share when tensor cores update dense neighbourhoods
/// (TensorCore.h): rows of several time steps, and where cells are in them.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Tiles.h"
#include "stencilc/Wavefront.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Factors of the cells around one, row by row from the lowest on; 0 where none is read.
template <int Radius> struct TensorWeights {
  static constexpr int kAcross = 2 * Radius + 1;
  double of[kAcross * kAcross];
};

/// What the threads of a block share: for each time step pairs of rows, of which an update reads
/// some, and one is written; of the grid some are on their way from memory.
template <int Radius, int Steps, int Warps, bool Again> struct TensorRows {
  static STENCILC_HD constexpr TensorTile tile() { return {Radius, Steps, Warps, Again}; }
  // Where kernels only need its numbers.
  static constexpr TensorTile kTile{Radius, Steps, Warps, Again};
  static constexpr int kWarpCells = TensorTile::kWarpCells, kAhead = kTile.ahead();
  static constexpr int kWidth = kTile.width(), kPad = kTile.pad(), kPitch = kTile.pitch();
  static constexpr int kHalo = kTile.halo(), kStored = kTile.stored();
  static constexpr int kBrought = kTile.brought(), kCells = kTile.cells();

  using Pair = double[2][kPitch];
  STENCILC_DEVICE Pair &pair(int slot) { return reinterpret_cast<Pair *>(cells)[slot]; }
  /// Where pair number `pair` of a time step is; numbers are not negative.
  static STENCILC_HD constexpr int slotOf(int step, int pair) {
    constexpr int kFirst = tile().slots(0), kInner = tile().slots(1);
    constexpr int kLast = tile().slots(Steps - 1);
    if (step == 0)
      return pair % kFirst;
    return kFirst + (step - 1) * kInner + (step == Steps - 1 ? pair % kLast : pair % kInner);
  }
  alignas(128) double cells[kCells];
  double weights[TensorWeights<Radius>::kAcross * TensorWeights<Radius>::kAcross];
  unsigned marks[Warps]; // of results that are computed once more
  Mbarrier turn;         // of steps of the sweep
  int found;             // whether they depend on anything that is not quiet
};

/// Where the pairs of rows are in a step of the sweep: `slotOf` without divisions.
template <class Rows> struct TensorSlots {
  using Pair = typename Rows::Pair;
  static constexpr int kSteps = Rows::tile().steps, kFirst = Rows::tile().slots(0);
  static constexpr int kInner = Rows::tile().slots(1), kLast = Rows::tile().slots(kSteps - 1);

  STENCILC_DEVICE explicit TensorSlots(Rows &rows) : rows(rows) {}
  STENCILC_DEVICE void next() {
    first = first + 1 == kFirst ? 0 : first + 1;
    beforeInner = inner;
    inner = inner + 1 == kInner ? 0 : inner + 1;
    beforeLast = last;
    last = last + 1 == kLast ? 0 : last + 1;
  }
  /// The pair that step `t` reads, and the one it writes.
  STENCILC_DEVICE const Pair &read(int t) const {
    const int before = t == kSteps - 1 ? beforeLast : beforeInner;
    return rows.pair(t == 0 ? first : Rows::tile().firstSlot(t) + before);
  }
  STENCILC_DEVICE Pair &written(int t) const {
    return rows.pair(Rows::tile().firstSlot(t + 1) + (t + 1 == kSteps - 1 ? last : inner));
  }

  Rows &rows;
  int first = 0, inner = 0, beforeInner = kInner - 1, last = 0, beforeLast = kLast - 1;
};

/// Cells of one time step in shared memory, by their coordinates in the grid: of the rows that an
/// update reads, of which number `lowest` is the first, counted from the first one of the step.
/// A place costs no branch and no division: lanes wait for one another here, and for this warp all
/// others.
template <class Rows> class TensorLevel {
public:
  /// `before`: cells from the first one of a row to coordinate 0; `firstRow` is that of the step.
  STENCILC_DEVICE TensorLevel(Rows &rows, int step, int before, int firstRow, int lowest)
      : cells(rows.pair(Rows::tile().firstSlot(step))[0]), before(before),
        places(2 * Rows::tile().slots(step)) {
    const int first = Rows::slotOf(step, lowest >> 1) - Rows::tile().firstSlot(step);
    shift = 2 * (first - (lowest >> 1)) - firstRow;
  }

  STENCILC_DEVICE double operator()(int x, int y) const {
    const int row = y + shift;
    return cells[(row < places ? row : row - places) * Rows::kPitch + (before + x)];
  }

private:
  const double *cells;
  int before, places, shift; // places for rows; from a row's coordinate to its place
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
