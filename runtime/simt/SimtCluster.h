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

inline unsigned clusterRank() { return currentThread("clusterRank").block->rank; }

inline void *mapShared(void *mine, unsigned rank) {
  checkShared(mine, 0, "mapShared");
  if (rank >= worker->blocks.size())
    fail("mapShared to block %u of a cluster of %zu", rank, worker->blocks.size());
  const auto offset = static_cast<unsigned char *>(mine) - sharedMemory("mapShared").begin();
  return worker->blocks[rank].shared.begin() + offset;
}

} // namespace stencilc::inline STENCILC_SPACE::cpu
