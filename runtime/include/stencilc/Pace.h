/// \file Blocks that sweep side by side, kept together by how many planes each has on its way.
///
/// A block finds what its neighbours have read in L2 as long as they are about as far as it is.
/// Where memory binds, blocks drift apart, and such cells come from memory again; pages of memory
/// are opened in vain as well: on an H200 blocks that copy planes with a halo of four cells moved
/// 3370 GB/s, those kept together 4040 (bench/log/2026-11-28-blocks-in-step.md).
///
///     steps done    behind the average, or 1 ahead | 2 ahead | 3 | 4 and more
///     on their way                      4          |    3    | 2 | 1 plane
///
/// Who is ahead of the average brings planes later. Nobody waits for others, so that it does not
/// matter which blocks run at the same time.
#pragma once

#include "stencilc/Async.h"

namespace stencilc::inline STENCILC_SPACE {

/// The steps of blocks that run at a time, in one number that all of them add to.
struct PaceOfAll {
  static constexpr UInt64 kBlock = UInt64{1} << 40; // a block counts as this, a step as 1

  UInt64 all; // blocks and the sum of their steps

  STENCILC_HD constexpr UInt64 blocks() const { return all / kBlock; }
  STENCILC_HD constexpr UInt64 steps() const { return all % kBlock; }
  /// The steps of a block on the average, rounded down; 0 where there is none.
  STENCILC_HD constexpr UInt64 average() const { return blocks() ? steps() / blocks() : 0; }
  /// How many of `most` planes a block that has done `mine` steps has on its way: one less for each
  /// step that it is ahead of the average by more than, and at least one.
  STENCILC_HD constexpr int reach(UInt64 mine, int most) const {
    int reach = most;
    for (UInt64 lead = 1; reach > 1 && blocks() * mine > steps() + blocks() * lead; ++lead)
      reach -= 1;
    return reach;
  }
};

#if STENCILC_HAS_KERNELS

/// A block among those that run. One thread of it keeps the pace.
struct Pace {
  UInt64 *all = nullptr; // a PaceOfAll that blocks have in common
  PaceOfAll seen = {};   // as it was a step ago
  UInt32 steps = 0;      // of this block
};

/// The block takes part until it calls leavePace(), and begins with as many steps as others have on
/// the average. Only the thread that is the leader may keep the pace.
STENCILC_DEVICE Pace joinPace(bool isLeader) {
  static UInt64 all = 0; // where no block runs, it is 0 again
  Pace pace;
  if (isLeader) {
    pace.all = &all;
    pace.seen = {machine::readTogether(&all)};
    pace.steps = static_cast<UInt32>(pace.seen.average());
    machine::addTogether(&all, PaceOfAll::kBlock + pace.steps);
  }
  return pace;
}

/// One step more is done: how many planes, 1 to `most`, to have on their way now. On the CPU
/// device, where no two blocks run at a time, each number in turn.
STENCILC_DEVICE int reachOf(Pace &pace, int most) {
  machine::addTogether(pace.all, 1);
  pace.steps += 1;
  const int reach = machine::kBlocksRunTogether ? pace.seen.reach(pace.steps, most)
                                                : 1 + static_cast<int>(pace.steps) % most;
  pace.seen = {machine::readTogether(pace.all)}; // nobody waits for it before the next step
  return reach;
}

STENCILC_DEVICE void leavePace(const Pace &pace) {
  machine::addTogether(pace.all, 0 - (PaceOfAll::kBlock + pace.steps));
}

#endif

} // namespace stencilc::inline STENCILC_SPACE
