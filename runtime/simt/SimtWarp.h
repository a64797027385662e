/// \file Warp operations of the CPU device (an emulated GPU): lanes wait for each other and
/// exchange values.
#pragma once

#include "runtime/simt/SimtThread.h"
#include <cstring>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Completes a warp operation if all of its lanes (threads) that have not ended have arrived:
/// copies their values to `exchanged` and lets them continue. Lanes that have ended give poison
/// bytes (0xff). Returns false if a lane is missing.
inline bool completeGroup(Warp &warp, std::size_t group) {
  const WarpGroup done = warp.groups[group];
  if (done.arrived == 0 || (done.mask & warp.alive & ~done.arrived) != 0)
    return false;
  warp.groups.erase(warp.groups.begin() + static_cast<std::ptrdiff_t>(group));
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(done.mask >> lane & 1))
      continue;
    if (done.arrived >> lane & 1) {
      std::memcpy(warp.exchanged[lane], warp.given[lane], kLaneBytes);
      Thread &thread = worker->threads[warp.first + lane];
      if (thread.state == ThreadState::Waiting) // all lanes but the last one to arrive
        thread.state = ThreadState::Ready;
    } else {
      std::memset(warp.exchanged[lane], kPoison, kLaneBytes);
    }
  }
  return true;
}

/// Marks a lane (thread of a warp) as ended. Warp operations no longer wait for it, and those that
/// waited only for it are completed.
inline void leaveWarp(Warp &warp, unsigned lane) {
  warp.alive &= ~(1u << lane);
  for (std::size_t i = warp.groups.size(); i-- > 0;)
    completeGroup(warp, i);
}

/// Waits until all lanes of `mask` have called the operation `primitive`, each with `bytes` bytes
/// at `value`. Returns the warp, whose member `exchanged` then has the values of all these lanes.
inline Warp &meetWarp(unsigned mask, const char *primitive, const void *value, std::size_t bytes) {
  Thread &thread = waitingThread(primitive);
  const unsigned lane = thread.linear % kWarpSize, bit = 1u << lane;
  Warp &warp = thread.block->warps[thread.linear / kWarpSize];
  if (!(mask & bit))
    fail("%s with mask %#010x, which leaves out lane %u that calls it", primitive, mask, lane);
  std::size_t group = 0;
  while (group < warp.groups.size() && warp.groups[group].mask != mask)
    ++group;
  if (group == warp.groups.size())
    warp.groups.push_back({mask, 0, primitive});
  const char *const others = warp.groups[group].primitive;
  if (others != primitive && std::strcmp(others, primitive) != 0)
    fail("lane %u calls %s while other lanes of its warp wait for it in %s", lane, primitive,
         others);
  warp.groups[group].arrived |= bit;
  if (bytes != 0)
    std::memcpy(warp.given[lane], value, bytes);
  if (!completeGroup(warp, group))
    waitFor(thread, &warp, primitive);
  return warp;
}

/// Waits until all lanes (threads of a warp) in `mask` have passed a value. Then replaces the
/// `bytes` bytes at `value` by those of lane `source`. If `source` is not in `mask`, the bytes
/// become poison (0xff), because a GPU leaves them undefined.
inline void exchange(unsigned mask, void *value, unsigned bytes, unsigned source,
                     const char *primitive) {
  if (bytes > kLaneBytes)
    fail("%s of %u bytes: at most %u", primitive, bytes, kLaneBytes);
  const Warp &warp = meetWarp(mask, primitive, value, bytes);
  if (mask >> source & 1)
    std::memcpy(value, warp.exchanged[source], bytes);
  else
    std::memset(value, kPoison, bytes);
}

inline unsigned laneOf(const char *primitive) {
  return waitingThread(primitive).linear % kWarpSize;
}

inline void syncWarp(unsigned mask) { meetWarp(mask, "syncWarp", nullptr, 0); }

} // namespace stencilc::inline STENCILC_SPACE::cpu
