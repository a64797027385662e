/// \file Boundary-first launches compute the planes at both ends of a slab (the planes of one
/// device) before all others, and signal when the ends are done. Copies to neighbouring devices
/// then overlap with the planes between (slabs/SlabTasks.h).
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

/// The piece of a launch that a block belongs to: planes at the low end of a slab (the planes of
/// one device), at the high end, or between. `number` is a PlanePiece, and `block` is the block's
/// index in this piece.
struct PieceOfBlock {
  int number, block;
};

/// A launch argument with three values: for the planes at the low end of a slab (the planes of one
/// device), at its high end, and between. All three are equal if the launch does not compute the
/// ends before the other planes.
template <class T> struct ByPiece {
  T of[kPlanePieces];

  STENCILC_HD constexpr explicit ByPiece(const T &value) : of{value, value, value} {}
  STENCILC_HD constexpr const T &at(const PieceOfBlock &piece) const { return of[piece.number]; }
};

/// Order of the blocks of a launch: blocks for the planes at the low end of a slab (the planes of
/// one device), at its high end, then for the planes between. Kernels receive it as an argument. By
/// default all blocks compute planes between the ends.
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

/// Counts a block that computed planes at the low or high end of a slab (the planes of one device)
/// as done, after all its threads have written. Threads on any device that read the new count also
/// see these writes. Does nothing for other blocks, or without counters. All threads of the block
/// call it together, and wait for each other.
STENCILC_DEVICE void countEnd(const BoundaryFirst &ends, const PieceOfBlock &piece) {
  if (piece.number == kBetween || !ends.done)
    return;
  syncThreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    machine::countForAll(ends.done + piece.number);
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
