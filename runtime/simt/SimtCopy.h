/// \file Asynchronous copies and tensor loads on the CPU device. They complete as late as the
/// program allows.
///
/// When a copy is issued, its target is filled with poison (NaN). The data is written only when a
/// thread waits for it. Therefore both a missing wait and a target that is still read lead to NaN.
#pragma once

#include "runtime/simt/SimtThread.h"
#include <algorithm>
#include <cstring>

namespace stencilc::inline STENCILC_SPACE::cpu {

/// Returns the shared memory of the running thread's block. `primitive` is the caller's name, for
/// messages.
inline SharedMemory &sharedMemory(const char *primitive) {
  return currentThread(primitive).block->shared;
}

/// Ends the process with a message unless `bytes` bytes at `address` are in the block's shared
/// memory. `what` names the operation.
inline void checkShared(const void *address, std::size_t bytes, const char *what) {
  const SharedMemory &shared = sharedMemory(what);
  if (!shared.contains(address, bytes))
    fail("%s: %zu bytes at %p are not inside the block's %zu bytes of shared memory at %p", what,
         bytes, address, shared.size(), static_cast<void *>(shared.begin()));
}

inline void copyAsync(void *to, const void *from, unsigned bytes, unsigned live) {
  checkShared(to, bytes, "copyAsync");
  checkAligned(to, bytes, "target of copyAsync");
  checkAligned(from, bytes, "source of copyAsync");
  if (live > bytes)
    fail("copyAsync of %u bytes out of %u", live, bytes);
  std::memset(to, kPoison, bytes);
  Thread &thread = currentThread("copyAsync");
  thread.copies.push_back({to, from, bytes, live, thread.group});
}

inline void commitCopies() { ++currentThread("commitCopies").group; }

/// Completes the asynchronous copies of this thread, except those in the newest `keep` groups. A
/// group has the copies that the thread started between two calls of commitCopies(). The newest
/// group may still be open.
inline void waitCopies(unsigned keep) {
  Thread &thread = currentThread("waitCopies");
  // All groups with a lower number are complete.
  const unsigned settled = thread.group > keep ? thread.group - keep : 0;
  std::size_t arrived = 0;
  for (; arrived < thread.copies.size() && thread.copies[arrived].group < settled; ++arrived) {
    const CopyInFlight &copy = thread.copies[arrived];
    std::memcpy(copy.to, copy.from, copy.live);
    std::memset(static_cast<unsigned char *>(copy.to) + copy.live, 0, copy.bytes - copy.live);
  }
  thread.copies.erase(thread.copies.begin(),
                      thread.copies.begin() + static_cast<std::ptrdiff_t>(arrived));
}

/// Completes a tensor load: copies its box of cells to shared memory, with zeros for cells outside
/// of the tensor.
inline void arriveTensor(const TensorInFlight &load) {
  const TensorMap &map = load.map;
  auto *to = static_cast<unsigned char *>(load.to);
  const std::size_t cells = map.boxBytes() / map.cellBytes;
  for (std::size_t i = 0; i < cells; ++i, to += map.cellBytes) {
    std::size_t rest = i;
    std::int64_t offset = 0;
    bool inside = true;
    for (int axis = 0; axis < map.rank; ++axis) {
      const std::int64_t at = load.at[axis] + static_cast<std::int64_t>(rest % map.box[axis]);
      rest /= map.box[axis];
      inside = inside && at >= 0 && at < map.extents[axis];
      offset += at * map.strides[axis];
    }
    if (inside)
      std::memcpy(to, static_cast<const unsigned char *>(map.base) + offset, map.cellBytes);
    else
      std::memset(to, 0, map.cellBytes);
  }
}

inline void loadTensorAt(void *to, const TensorMap &map, Mbarrier &barrier, const int (&at)[5],
                         int coordinates) {
  Block &block = *waitingThread("loadTensor").block;
  if (coordinates != map.rank)
    fail("loadTensor with %d coordinates from a tensor of %d axes", coordinates, map.rank);
  checkShared(to, map.boxBytes(), "loadTensor");
  checkAligned(to, 128, "target of loadTensor");
  if (at[0] * static_cast<int>(map.cellBytes) % 16 != 0)
    fail("loadTensor from x = %d: a box begins at a multiple of 16 bytes, which is %u cells", at[0],
         16 / map.cellBytes);
  std::memset(to, kPoison, map.boxBytes());
  block.tensors.push_back({&barrier, to, map, {at[0], at[1], at[2], at[3], at[4]}});
  // A thread may be waiting for this load.
  release(0, static_cast<unsigned>(worker->threads.size()), &barrier);
}

inline void checkBarrier(const Mbarrier &barrier, const char *primitive) {
  checkShared(&barrier, sizeof barrier, primitive);
  if (barrier.count < 1)
    fail("%s on a barrier that initBarrier has not prepared", primitive);
}

inline void initBarrier(Mbarrier &barrier, int arrivals) {
  waitingThread("initBarrier");
  checkShared(&barrier, sizeof barrier, "initBarrier");
  checkAligned(&barrier, alignof(Mbarrier), "barrier");
  if (arrivals < 1 || arrivals > 0x7fff)
    fail("initBarrier with %d arrivals", arrivals);
  barrier.count = barrier.pending = static_cast<std::int16_t>(arrivals);
  barrier.bytesDue = 0;
  barrier.phase = 0;
}

/// Marks a barrier in shared memory (an mbarrier) as no longer used. Any later use ends the process
/// with a message.
inline void endBarrier(Mbarrier &barrier) {
  checkBarrier(barrier, "endBarrier");
  if (barrier.bytesDue != 0)
    fail("endBarrier on a barrier that still lacks %d bytes of tensor loads", barrier.bytesDue);
  barrier.count = 0;
}

/// Performs the tensor loads that a barrier waits for, if all arrivals of its current phase have
/// come. If no bytes are missing then, completes the phase and wakes the waiting threads. If there
/// are such loads, only a waiting thread calls this function, so that a missing wait gives NaN.
inline void settle(Mbarrier &barrier) {
  if (barrier.pending > 0)
    return;
  auto &tensors = currentThread("wait").block->tensors;
  for (const TensorInFlight &load : tensors)
    if (load.barrier == &barrier) {
      arriveTensor(load);
      barrier.bytesDue -= static_cast<std::int32_t>(load.map.boxBytes());
    }
  std::erase_if(tensors, [&](const TensorInFlight &load) { return load.barrier == &barrier; });
  if (barrier.bytesDue != 0)
    return;
  barrier.phase ^= 1;
  barrier.pending = barrier.count;
  release(0, static_cast<unsigned>(worker->threads.size()), &barrier);
}

inline void arrive(Mbarrier &barrier) {
  checkBarrier(barrier, "arrive");
  if (barrier.pending == 0)
    fail("arrive on a barrier that has all its %d arrivals and still lacks %d bytes of tensor "
         "loads: "
         "no thread has waited for them",
         barrier.count, barrier.bytesDue);
  if (--barrier.pending > 0)
    return;
  const auto &tensors = currentThread("arrive").block->tensors;
  const bool loadsToCome =
      std::any_of(tensors.begin(), tensors.end(),
                  [&](const TensorInFlight &load) { return load.barrier == &barrier; });
  if (!loadsToCome)
    settle(barrier);
  release(0, static_cast<unsigned>(worker->threads.size()), &barrier);
}

inline void expectBytes(Mbarrier &barrier, unsigned bytes) {
  checkBarrier(barrier, "expectBytes");
  barrier.bytesDue += static_cast<std::int32_t>(bytes);
}

/// Suspends the running thread until the phase of the barrier with parity `parity` (0 for the first
/// phase, then 1, 0, ...) has ended.
inline void wait(Mbarrier &barrier, unsigned parity) {
  Thread &thread = waitingThread("wait");
  checkBarrier(barrier, "wait");
  while (barrier.phase == (parity & 1)) {
    settle(barrier);
    if (barrier.phase != (parity & 1))
      return;
    waitFor(thread, &barrier, "wait");
  }
}

} // namespace stencilc::inline STENCILC_SPACE::cpu
