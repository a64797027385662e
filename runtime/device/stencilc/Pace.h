/// \file Keeping blocks that sweep neighbouring tiles at about the same plane, by limiting how many
/// planes each prefetches.
///
/// A block finds planes that its neighbours have read in L2 only while all are at about the same
/// plane. Memory-bound blocks drift apart and load such cells from memory again. They also open
/// more pages of memory. On an H200, blocks that copy planes with a halo of four cells moved 3370
/// GB/s, and 4040 GB/s with this throttling (bench/log/reasons/2026-11-28-blocks-in-step.md).
///
///     steps done       behind the average, or 1 ahead | 2 ahead | 3 | 4 and more
///     planes in flight                     4          |    3    | 2 | 1
///
/// A block that is ahead of the average prefetches fewer planes. No block waits for another, so it
/// does not matter which blocks run at the same time.
#pragma once

#include "stencilc/Async.h"

namespace stencilc::inline STENCILC_SPACE {

/// Throttling state of all running blocks: their number and the sum of the steps of the sweep (one
/// plane each) that they have done. Both are packed into one 64-bit counter in device memory, to
/// which all blocks add.
struct PaceOfAll {
  static constexpr UInt64 kBlock = UInt64{1} << 40; // increment for a block; a step adds 1

  UInt64 all; // blocks * kBlock + sum of their steps

  STENCILC_HD constexpr UInt64 blocks() const { return all / kBlock; }
  STENCILC_HD constexpr UInt64 steps() const { return all % kBlock; }
  /// Returns the average number of steps of the sweep (one plane each) that running blocks have
  /// done, rounded down. Returns 0 without blocks.
  STENCILC_HD constexpr UInt64 average() const { return blocks() ? steps() / blocks() : 0; }
  /// Returns how many planes ahead (prefetch distance) a block that has done `mine` steps of the
  /// sweep should load. The largest distance, `most`, is for blocks that lead the average by at
  /// most one step. Each further step of lead takes 1 from the distance, which is at least 1.
  STENCILC_HD constexpr int reach(UInt64 mine, int most) const {
    int reach = most;
    for (UInt64 lead = 1; reach > 1 && blocks() * mine > steps() + blocks() * lead; ++lead)
      reach -= 1;
    return reach;
  }
};

#if STENCILC_HAS_KERNELS

/// Throttling state of one block, which limits its prefetch if the block is ahead of others. Holds
/// the steps of the sweep (one plane each) that the block has done. Only one thread of the block
/// uses it.
struct Pace {
  UInt64 *all = nullptr; // address of the PaceOfAll of all blocks
  PaceOfAll seen = {};   // value read one step ago
  UInt32 steps = 0;      // steps of this block
};

/// Registers the block for throttling: blocks that have done more steps of the sweep than others
/// prefetch fewer planes. The block's count of steps starts at the average of the running blocks.
/// `isLeader` must be true for exactly one thread of the block. Only this thread may call
/// reachOf(), and leavePace(), which ends the registration.
STENCILC_DEVICE Pace joinPace(bool isLeader) {
  static UInt64 all = 0; // back to 0 when no block runs
  Pace pace;
  if (isLeader) {
    pace.all = &all;
    pace.seen = {machine::readTogether(&all)};
    pace.steps = static_cast<UInt32>(pace.seen.average());
    machine::addTogether(&all, PaceOfAll::kBlock + pace.steps);
  }
  return pace;
}

/// Counts one more step and returns the prefetch distance for it, from 1 to `most` planes. On the
/// CPU device (an emulated GPU), where blocks never run at the same time, it cycles through all
/// distances.
STENCILC_DEVICE int reachOf(Pace &pace, int most) {
  machine::addTogether(pace.all, 1);
  pace.steps += 1;
  const int reach = machine::kBlocksRunTogether ? pace.seen.reach(pace.steps, most)
                                                : 1 + static_cast<int>(pace.steps) % most;
  // The load is asynchronous: its value is used in the next step.
  pace.seen = {machine::readTogether(pace.all)};
  return reach;
}

STENCILC_DEVICE void leavePace(const Pace &pace) {
  machine::addTogether(pace.all, 0 - (PaceOfAll::kBlock + pace.steps));
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
