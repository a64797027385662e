/// \file Boundary-first launches: they compute the planes at both ends of a slab before all others,
/// and signal when the ends are done. Copies to neighbouring devices then overlap with the planes
/// between (slabs/SlabTasks.h).
///
///     blocks in the order in which a device takes them
///     | low end | high end | between ............................ |
///               counted    counted
///
/// The two ends and the planes between are three pieces. Each has the blocks that a launch on its
/// planes alone would have. A block finds its piece from its index in the launch, and reads values
/// that differ between pieces (planes, chunks) from ByPiece.
#pragma once

#include "stencilc/Async.h"

namespace stencilc::inline STENCILC_SPACE {

enum PlanePiece : int { kLowEnd, kHighEnd, kBetween, kPlanePieces };

/// The part of a launch that a block belongs to (low end, high end, or between), and the block's
/// index in this part.
struct PieceOfBlock {
  int number, block;
};

/// A launch argument with three values: for the planes at the low end of a slab, at the high end,
/// and between. Launches that are not boundary-first have the same value for all three.
template <class T> struct ByPiece {
  T of[kPlanePieces];

  STENCILC_HD constexpr explicit ByPiece(const T &value) : of{value, value, value} {}
  STENCILC_HD constexpr const T &at(const PieceOfBlock &piece) const { return of[piece.number]; }
};

/// Order of the blocks of a launch: blocks of the low end of a slab, of the high end, then of the
/// planes between. Kernels receive it as an argument. By default all blocks compute planes between
/// the ends.
struct BoundaryFirst {
  int axis = 0;                        // axis of the launch's blocks
  int highBegin = 0, betweenBegin = 0; // index of the first block of these pieces
  UInt32 *done = nullptr; // counters of finished blocks, one for each end; null: not counted

  STENCILC_HD constexpr PieceOfBlock piece(unsigned number) const {
    const auto block = static_cast<int>(number);
    return block >= betweenBegin ? PieceOfBlock{kBetween, block - betweenBegin}
           : block >= highBegin  ? PieceOfBlock{kHighEnd, block - highBegin}
                                 : PieceOfBlock{kLowEnd, block};
  }
};

#if STENCILC_HAS_KERNELS

/// Counts a block that computed planes of the low or high end as done, after all its threads have
/// written. A thread of any device that reads the new count also sees these writes. Does nothing
/// for other blocks, or without counters. All threads of the block call it together, and wait for
/// each other.
STENCILC_DEVICE void countEnd(const BoundaryFirst &ends, const PieceOfBlock &piece) {
  if (piece.number == kBetween || !ends.done)
    return;
  syncThreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    machine::countForAll(ends.done + piece.number);
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
