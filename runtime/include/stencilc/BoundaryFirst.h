/// \file Launches that compute the planes at both ends first and signal when these are done, so
/// that copies to neighbouring devices overlap with the rest of the launch (slabs/SlabTasks.h).
///
///     blocks in the order in which a device takes them
///     | low end | high end | between ............................ |
///               counted    counted
///
/// Each of the three pieces has the blocks that a launch on its planes alone would have. The pieces
/// follow each other along one axis of the launch's blocks. A block finds its piece from its index,
/// and reads values that differ between pieces (planes, chunks) from ByPiece.
#pragma once

#include "stencilc/Async.h"

namespace stencilc::inline STENCILC_SPACE {

enum PlanePiece : int { kLowEnd, kHighEnd, kBetween, kPlanePieces };

/// The part of a launch that a block belongs to (low end, high end, or between), and the block's
/// index in this part.
struct PieceOfBlock {
  int number, block;
};

/// A launch argument that may differ between the low end, the high end and the planes between.
/// Launches that do not compute the ends first have one value for all.
template <class T> struct ByPiece {
  T of[kPlanePieces];

  STENCILC_HD constexpr explicit ByPiece(const T &value) : of{value, value, value} {}
  STENCILC_HD constexpr const T &at(const PieceOfBlock &piece) const { return of[piece.number]; }
};

/// The division of a launch's blocks into low end, high end and the planes between, as the kernel
/// sees it. By default all blocks are between.
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

/// Counts a block of an end as done, after all its threads have written their planes. Whoever sees
/// the count, on any device, also sees these writes. Does nothing for blocks between the ends, or
/// without counters. All threads of the block call it together, and wait for each other.
STENCILC_DEVICE void countEnd(const BoundaryFirst &ends, const PieceOfBlock &piece) {
  if (piece.number == kBetween || !ends.done)
    return;
  syncThreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    machine::countForAll(ends.done + piece.number);
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
