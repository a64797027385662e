/// \file Shared memory of a block of threads that updates each cell from all cells around it (a
/// dense stencil) with tensor cores (TensorCore.h). It holds rows of several time steps.
#pragma once

#include "stencilc/Async.h"
#include "stencilc/Tiles.h"
#include "stencilc/Wavefront.h"

#if STENCILC_HAS_KERNELS
namespace stencilc::inline STENCILC_SPACE {

/// Weights of the neighbours of a cell, row by row from the lowest; 0 for neighbours that are not
/// read.
template <int Radius> struct TensorWeights {
  static constexpr int kAcross = 2 * Radius + 1;
  double of[kAcross * kAcross];
};

/// Shared memory of a block that computes with tensor cores. It holds pairs of rows for each time
/// step, some to be read and one to be written. The slots of the first step also receive pairs that
/// are being loaded from memory.
template <int Radius, int Steps, int Warps, bool Again> struct TensorRows {
  static STENCILC_HD constexpr TensorTile tile() { return {Radius, Steps, Warps, Again}; }
  // Kernels use these constants instead of calling member functions.
  static constexpr TensorTile kTile{Radius, Steps, Warps, Again};
  static constexpr int kWarpCells = TensorTile::kWarpCells, kAhead = kTile.ahead();
  static constexpr int kWidth = kTile.width(), kPad = kTile.pad(), kPitch = kTile.pitch();
  static constexpr int kHalo = kTile.halo(), kStored = kTile.stored();
  static constexpr int kBrought = kTile.brought(), kCells = kTile.cells();

  using Pair = double[2][kPitch];
  STENCILC_DEVICE Pair &pair(int slot) { return reinterpret_cast<Pair *>(cells)[slot]; }
  /// Returns the slot (place for two rows in shared memory) of pair number `pair` of the rows that
  /// time step `step` reads. Pair 0 is the first one of the sweep, and `pair` must not be negative.
  /// Each new pair overwrites the oldest one.
  static STENCILC_HD constexpr int slotOf(int step, int pair) {
    constexpr int kFirst = tile().slots(0), kInner = tile().slots(1);
    constexpr int kLast = tile().slots(Steps - 1);
    if (step == 0)
      return pair % kFirst;
    return kFirst + (step - 1) * kInner + (step == Steps - 1 ? pair % kLast : pair % kInner);
  }
  alignas(128) double cells[kCells];
  double weights[TensorWeights<Radius>::kAcross * TensorWeights<Radius>::kAcross];
  unsigned marks[Warps]; // for each warp, the results to recompute, as TensorMarks::bits
  Mbarrier turn;         // plane barrier of the sweep
  int found;             // whether these results depend on a cell that is not quiet
};

/// Slots (places for two rows in shared memory) that each time step reads and writes in the current
/// step of a sweep. next() goes on to the next step of the sweep, without the divisions of
/// TensorRows::slotOf().
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
  /// Returns the pair of rows in shared memory that time step `t` reads in this step of the sweep.
  STENCILC_DEVICE const Pair &read(int t) const {
    const int before = t == kSteps - 1 ? beforeLast : beforeInner;
    return rows.pair(t == 0 ? first : Rows::tile().firstSlot(t) + before);
  }
  /// Returns the pair of rows in shared memory that time step `t` writes in this step of the sweep.
  STENCILC_DEVICE Pair &written(int t) const {
    return rows.pair(Rows::tile().firstSlot(t + 1) + (t + 1 == kSteps - 1 ? last : inner));
  }

  Rows &rows;
  int first = 0, inner = 0, beforeInner = kInner - 1, last = 0, beforeLast = kLast - 1;
};

/// Access, by grid coordinates, to the cells in shared memory that one update reads. It is used
/// where one warp computes cells near a face while all other warps wait. An access must be fast, so
/// it has no branch and no division.
template <class Rows> class TensorLevel {
public:
  /// Constructs the access to the rows in shared memory that time step `step` (from 0) of the sweep
  /// reads. The cell with grid coordinate x has index `before` + x in its row. `firstRow` is the
  /// grid coordinate y of the first row that the sweep stores there. The update reads no row below
  /// y = `firstRow` + `lowest`, where `lowest` is not negative.
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
  // `places`: rows in the ring; `shift`: from a grid row to its row in the ring.
  int before, places, shift;
};

} // namespace stencilc::inline STENCILC_SPACE
#endif
