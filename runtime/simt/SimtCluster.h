/// \file Operations of blocks and clusters on the CPU device (an emulated GPU): barriers and shared
/// memory.
#pragma once

#include "runtime/simt/SimtCopy.h"
#include "runtime/simt/SimtScheduler.h"

namespace stencilc::inline STENCILC_SPACE::cpu {

inline unsigned char *sharedBase() { return sharedMemory("shared").begin(); }

inline void syncThreads() {
  Thread &thread = waitingThread("syncThreads");
  arriveAndWait(thread, thread.block->barrier, "syncThreads");
}

inline void clusterSync() {
  arriveAndWait(waitingThread("clusterSync"), worker->all, "clusterSync");
}

/// Sets `count`, the counter of a block, to `value` and wakes all threads of the launch that wait
/// for it.
inline void raiseCount(unsigned *count, unsigned value) {
  (void)currentThread("raiseCount");
  *count = value;
  release(0, static_cast<unsigned>(worker->threads.size()), count);
}

/// Waits until `count`, the counter of a block, is at least `least`, modulo 2^32.
inline void awaitCount(const unsigned *count, unsigned least) {
  Thread &thread = waitingThread("awaitCount");
  if (!worker->run->shape->isCooperative)
    fail("awaitCount waits for other blocks, but the launch did not set "
         "LaunchShape::isCooperative");
  while (static_cast<int>(*count - least) < 0)
    waitFor(thread, count, "awaitCount");
}

inline unsigned clusterRank() { return currentThread("clusterRank").block->rank; }

inline void *mapShared(void *mine, unsigned rank) {
  checkShared(mine, 0, "mapShared");
  if (rank >= worker->blocks.size())
    fail("mapShared to block %u of a cluster of %zu", rank, worker->blocks.size());
  const auto offset = static_cast<unsigned char *>(mine) - sharedMemory("mapShared").begin();
  return worker->blocks[rank].shared.begin() + offset;
}

} // namespace stencilc::inline STENCILC_SPACE::cpu
