/// \file Launches that do the planes at both ends first, and say when these are done, so that
/// copies of them to neighbouring devices run beside the rest (slabs/SlabTasks.h).
///
///     blocks in the order in which a device takes them
///     | low end | high end | between ............................ |
///               counted    counted
///
/// Each of the three pieces has the blocks of a launch on its planes alone, one behind the other
/// along one axis of the launch's blocks. A block finds its piece by its number; what differs from
/// piece to piece, such as the planes and how they are cut into chunks, is there for each of them.
#pragma once

#include "stencilc/Async.h"

namespace stencilc::inline STENCILC_SPACE {

enum PlanePiece : int { kLowEnd, kHighEnd, kBetween, kPlanePieces };

/// The piece of a block, and its number among the blocks of it.
struct PieceOfBlock {
  int number, block;
};

/// A value of a launch that differs from piece to piece. Where there are no ends all are alike.
template <class T> struct ByPiece {
  T of[kPlanePieces];

  STENCILC_HD constexpr explicit ByPiece(const T &value) : of{value, value, value} {}
  STENCILC_HD constexpr const T &at(const PieceOfBlock &piece) const { return of[piece.number]; }
};

/// What a kernel knows of the pieces of its launch. As it is made, all blocks are between.
struct EndsFirst {
  int axis = 0;                        // of the launch's blocks
  int highBegin = 0, betweenBegin = 0; // blocks along it before these pieces
  UInt32 *done = nullptr;              // blocks of either end that are done; null: nobody asks

  STENCILC_HD constexpr PieceOfBlock piece(unsigned number) const {
    const auto block = static_cast<int>(number);
    return block >= betweenBegin ? PieceOfBlock{kBetween, block - betweenBegin}
           : block >= highBegin  ? PieceOfBlock{kHighEnd, block - highBegin}
                                 : PieceOfBlock{kLowEnd, block};
  }
};

#if STENCILC_HAS_KERNELS

/// The block has written all its planes; if they are of an end it is counted, and who then finds it
/// in the count finds what it wrote, copies between devices too. All threads of the block call it.
/// Waits.
STENCILC_DEVICE void countEnd(const EndsFirst &ends, const PieceOfBlock &piece) {
  if (piece.number == kBetween || !ends.done)
    return;
  syncThreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    machine::countForAll(ends.done + piece.number);
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
