/// \file Async.h on the CPU device: blocks and clusters, and the forms in which Async.h calls the
/// rest.
#pragma once

#include "stencilc/cpu/SimtCopy.h"
#include "stencilc/cpu/SimtScheduler.h"

namespace stencilc::cpu {

inline unsigned char *sharedBase() { return sharedMemory("shared").begin(); }

inline void syncThreads() {
  Thread &thread = waitingThread("syncThreads");
  arriveAndWait(thread, thread.block->barrier, "syncThreads");
}

inline void clusterSync() {
  arriveAndWait(waitingThread("clusterSync"), worker->all, "clusterSync");
}

inline void letNextStart() {}
inline void waitForLast() {} // kernels run one after the other

inline unsigned clusterRank() { return currentThread("clusterRank").block->rank; }

inline void *mapShared(void *mine, unsigned rank) {
  checkShared(mine, 0, "mapShared");
  if (rank >= worker->blocks.size())
    fail("mapShared to block %u of a cluster of %zu", rank, worker->blocks.size());
  const auto offset = static_cast<unsigned char *>(mine) - sharedMemory("mapShared").begin();
  return worker->blocks[rank].shared.begin() + offset;
}

template <int Bytes> void copyAsync(void *to, const void *from, unsigned live) {
  copyAsync(to, from, unsigned{Bytes}, live);
}
template <int Keep> void waitCopies() { waitCopies(unsigned{Keep}); }

inline void fenceTensorLoads() {}
inline void fenceBarrierInit() {} // one host thread runs the block: it sees what it wrote
inline void arriveExpect(Mbarrier &barrier, unsigned bytes) {
  expectBytes(barrier, bytes);
  arrive(barrier);
}

template <class... Coordinates>
void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, Coordinates... at) {
  loadTensorAt(to, map, barrier, {at...}, sizeof...(at));
}

} // namespace stencilc::cpu
