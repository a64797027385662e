/// \file Operations of a warp on the CPU device: lanes meet, and may look at each other's values.
#pragma once

#include "stencilc/cpu/SimtThread.h"
#include <cstring>

namespace stencilc::cpu {

/// Lets the lanes of `group` go on if all that are alive have come. Their values are now exchanged;
/// lanes that ended give poison.
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
      if (thread.state == ThreadState::Waiting) // all but the last to arrive
        thread.state = ThreadState::Ready;
    } else {
      std::memset(warp.exchanged[lane], kPoison, kLaneBytes);
    }
  }
  return true;
}

/// A lane that has ended is waited for no longer.
inline void leaveWarp(Warp &warp, unsigned lane) {
  warp.alive &= ~(1u << lane);
  for (std::size_t i = warp.groups.size(); i-- > 0;)
    completeGroup(warp, i);
}

/// The lanes of `mask` meet, each with `bytes` bytes at `value`. When this returns, `exchanged`
/// holds what all of them brought.
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
  if (std::strcmp(warp.groups[group].primitive, primitive) != 0)
    fail("lane %u calls %s while other lanes of its warp wait for it in %s", lane, primitive,
         warp.groups[group].primitive);
  warp.groups[group].arrived |= bit;
  if (bytes != 0)
    std::memcpy(warp.given[lane], value, bytes);
  if (!completeGroup(warp, group))
    waitFor(thread, &warp, primitive);
  return warp;
}

/// What lane `source` brought, or poison if it is not among `mask`: on a GPU the value is
/// undefined.
template <class T> T exchange(unsigned mask, T value, unsigned source, const char *primitive) {
  static_assert(sizeof(T) <= kLaneBytes);
  const Warp &warp = meetWarp(mask, primitive, &value, sizeof value);
  T result;
  if (mask >> source & 1)
    std::memcpy(&result, warp.exchanged[source], sizeof result);
  else
    std::memset(static_cast<void *>(&result), kPoison, sizeof result);
  return result;
}

inline unsigned laneOf(const char *primitive) {
  return waitingThread(primitive).linear % kWarpSize;
}

inline void syncWarp(unsigned mask) { meetWarp(mask, "syncWarp", nullptr, 0); }

// The rules of __shfl_*_sync with a width of 32: a lane without a source keeps its own value.
template <class T> T shuffle(T value, int source, unsigned mask) {
  return exchange(mask, value, static_cast<unsigned>(source) % kWarpSize, "shuffle");
}
template <class T> T shuffleUp(T value, unsigned distance, unsigned mask) {
  const unsigned lane = laneOf("shuffleUp");
  return exchange(mask, value, lane >= distance ? lane - distance : lane, "shuffleUp");
}
template <class T> T shuffleDown(T value, unsigned distance, unsigned mask) {
  const unsigned lane = laneOf("shuffleDown");
  return exchange(mask, value, lane + distance < kWarpSize ? lane + distance : lane, "shuffleDown");
}
template <class T> T shuffleXor(T value, unsigned bits, unsigned mask) {
  return exchange(mask, value, (laneOf("shuffleXor") ^ bits) % kWarpSize, "shuffleXor");
}

} // namespace stencilc::cpu
