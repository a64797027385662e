/// \file Cooperation of the threads of a kernel: shared memory, barriers, warp exchanges,
/// asynchronous copies, clusters. Emitted kernels use these functions only, never CUDA's own.
///
/// Each function has two implementations: one or two instructions on a GPU (cuda/AsyncCuda.h), and
/// on the CPU device a simulation that finds faults (cpu/). "Waits" marks functions that block a
/// thread. A kernel that calls one must be launched with LaunchShape::barriers.
#pragma once

#include "stencilc/Platform.h"

#if STENCILC_HAS_KERNELS

#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/AsyncCuda.h"
namespace stencilc::inline STENCILC_SPACE {
namespace machine = gpu;
}
#elif STENCILC_WORLD_CPU_DEVICE
#include "stencilc/cpu/AsyncSimt.h"
namespace stencilc::inline STENCILC_SPACE {
namespace machine = simt;
}
#else
#include "stencilc/apart/AsyncApart.h"
namespace stencilc::inline STENCILC_SPACE {
namespace machine = apart;
}
#endif

namespace stencilc::inline STENCILC_SPACE {

inline constexpr unsigned kWholeWarp = 0xffffffffu;

/// Returns the address of byte `offset` of the block's shared memory. The memory has
/// LaunchShape::sharedBytes bytes and is aligned to 1024 bytes. Its contents are undefined at the
/// start of a block.
template <class T> STENCILC_DEVICE T *shared(Size offset = 0) {
  return reinterpret_cast<T *>(machine::sharedBase() + offset);
}

/// Synchronises all threads of the block that have not ended: each waits for the others. Writes of
/// any thread before the call are visible to all after it.
STENCILC_DEVICE void syncThreads() { machine::syncThreads(); }

/// Synchronises the lanes (threads of a warp) in `mask`: each waits for the others. Writes of any
/// of them before the call are visible to all of them after it.
STENCILC_DEVICE void syncWarp(unsigned mask = kWholeWarp) { machine::syncWarp(mask); }

/// Returns the `value` that lane `source` (a thread of the same warp) passes to this function. All
/// lanes in `mask` call it together, and wait for each other. The result is undefined if lane
/// `source` is outside `mask` or has ended.
template <class T> STENCILC_DEVICE T shuffle(T value, int source, unsigned mask = kWholeWarp) {
  return machine::shuffle(value, source, mask);
}
/// Returns the `value` that the lane (thread of the warp) with an index lower by `distance` passes.
/// The first `distance` lanes get their own value. All lanes in `mask` call it together, and wait
/// for each other.
template <class T>
STENCILC_DEVICE T shuffleUp(T value, unsigned distance, unsigned mask = kWholeWarp) {
  return machine::shuffleUp(value, distance, mask);
}
/// Returns the `value` that the lane (thread of the warp) with an index higher by `distance`
/// passes. The last `distance` lanes get their own value. All lanes in `mask` call it together, and
/// wait for each other.
template <class T>
STENCILC_DEVICE T shuffleDown(T value, unsigned distance, unsigned mask = kWholeWarp) {
  return machine::shuffleDown(value, distance, mask);
}
/// Returns the `value` that another lane (thread of the warp) passes: the one with this lane's
/// index XOR `bits`. All lanes in `mask` call it together, and wait for each other.
template <class T>
STENCILC_DEVICE T shuffleXor(T value, unsigned bits, unsigned mask = kWholeWarp) {
  return machine::shuffleXor(value, bits, mask);
}

/// Returns a mask of the lanes (threads) of the warp for which `condition` is true. All lanes call
/// it together, and wait for each other.
STENCILC_DEVICE unsigned ballot(bool condition) { return machine::ballot(condition); }
/// Returns the bitwise OR of `bits` over all lanes (threads) of the warp. All lanes call it
/// together, and wait for each other.
STENCILC_DEVICE unsigned bitsOfWarp(unsigned bits) { return machine::bitsOfWarp(bits); }
/// Computes the matrix sum d = a b + c on tensor cores. a has 16 rows and K = 4 * Quads columns, b
/// has K rows and 8 columns. Each result is a chain of fma that starts from c and adds k = 0, 1,
/// ..., K - 1 in this order.
///
/// Lane 4 g + t (thread of the warp) holds, for each q below Quads, the values at k = 4 q + t: rows
/// g and g + 8 of a, and column g of b. Of c and d it holds columns 2 t and 2 t + 1 of row g, then
/// of row g + 8.
///
/// A zero in b changes the result only where a is infinite or NaN, or where the sum is zero, whose
/// sign it may change. Requires sm_90.
template <int Quads>
STENCILC_DEVICE void multiplyAdd(double (&d)[4], const double (&a)[2 * Quads],
                                 const double (&b)[Quads], const double (&c)[4]) {
  machine::multiplyAdd<Quads>(d, a, b, c);
}

/// Starts an asynchronous copy of `Bytes` bytes (a power of 2 up to 16) from global to shared
/// memory. Both addresses must be multiples of `Bytes`. Only the first `live` bytes are read (0 for
/// cells beyond the grid), and the others become zero. This thread may read the target after
/// waitCopies(), other threads after a later syncThreads(). 16 bytes bypass the L1 cache. Fewer
/// than 4 bytes are copied synchronously.
template <int Bytes>
STENCILC_DEVICE void copyAsync(void *to, const void *from, unsigned live = Bytes) {
  static_assert(Bytes == 1 || Bytes == 2 || Bytes == 4 || Bytes == 8 || Bytes == 16);
  if constexpr (Bytes < 4) {
    using Cell = Select<Bytes == 1, unsigned char, unsigned short>;
    *static_cast<Cell *>(to) = live ? *static_cast<const Cell *>(from) : Cell(0);
  } else {
    machine::copyAsync<Bytes>(to, from, live);
  }
}
/// Puts all asynchronous copies that this thread has started after its previous commitCopies() call
/// into one group. waitCopies() waits for whole groups.
STENCILC_DEVICE void commitCopies() { machine::commitCopies(); }
/// Waits until at most the newest `Keep` groups of this thread's asynchronous copies are still in
/// flight.
template <int Keep> STENCILC_DEVICE void waitCopies() { machine::waitCopies<Keep>(); }

/// Initialises a barrier in shared memory, each phase of which ends after `arrivals` arrivals. One
/// thread calls it, then fenceBarrierInit(). All threads that use the barrier must then synchronise
/// (syncThreads or clusterSync).
STENCILC_DEVICE void initBarrier(Mbarrier &barrier, int arrivals) {
  machine::initBarrier(barrier, arrivals);
}
/// Makes initialised barriers visible to tensor loads and to the cluster.
STENCILC_DEVICE void fenceBarrierInit() { machine::fenceBarrierInit(); }
/// Initialises the barrier `turn` in shared memory, with which threads of a block wait for rows
/// that other threads write. Each of its phases ends after `arrivals` arrivals. An overload also
/// initialises the barriers of tensor loads. All threads call it together, wait for each other, and
/// may use the barriers afterwards.
STENCILC_DEVICE void startBarriers(Mbarrier &turn, int arrivals) {
  if (threadIdx.x == 0) {
    initBarrier(turn, arrivals);
    fenceBarrierInit();
  }
  syncThreads();
}
template <int N>
STENCILC_DEVICE void startBarriers(Mbarrier &turn, int arrivals, Mbarrier (&arrived)[N]) {
  if (threadIdx.x == 0)
    for (Mbarrier &one : arrived)
      initBarrier(one, 1);
  startBarriers(turn, arrivals);
}
/// Invalidates a barrier, so that its memory may be initialised again. One thread calls it, after
/// all users have synchronised.
STENCILC_DEVICE void endBarrier(Mbarrier &barrier) { machine::endBarrier(barrier); }
/// Invalidates the barriers that startBarriers() has initialised, so that their shared memory may
/// be used otherwise. All threads call it, after they have synchronised.
STENCILC_DEVICE void endBarriers(Mbarrier &turn) {
  if (threadIdx.x == 0)
    endBarrier(turn);
}
/// Orders this thread's earlier writes to shared memory before later tensor loads into the same
/// memory. A thread that starts such a load must first synchronise with this thread, after this
/// call.
STENCILC_DEVICE void fenceTensorLoads() { machine::fenceTensorLoads(); }
/// Adds one arrival to the current phase of the barrier. Does not wait.
STENCILC_DEVICE void arrive(Mbarrier &barrier) { machine::arrive(barrier); }
/// Makes the current phase also wait for `bytes` more bytes of tensor loads. Requires sm_90.
STENCILC_DEVICE void expectBytes(Mbarrier &barrier, unsigned bytes) {
  machine::expectBytes(barrier, bytes);
}
/// Makes the current phase of the barrier wait for `bytes` more bytes of tensor loads, and adds one
/// arrival, in one instruction. Does not wait. Requires sm_90.
STENCILC_DEVICE void arriveExpect(Mbarrier &barrier, unsigned bytes) {
  machine::arriveExpect(barrier, bytes);
}
/// Waits until the barrier's phase with parity `parity` has ended. The first phase has parity 0,
/// the next one 1, then 0, and so on.
STENCILC_DEVICE void wait(Mbarrier &barrier, unsigned parity) { machine::wait(barrier, parity); }

/// Starts an asynchronous load of the box of `map` (Step::mapTensor) whose first cell is (x, y, z).
/// The target `to` in shared memory must be aligned to 128 bytes. x in bytes must be a multiple of
/// 16, else the chip stops with an illegal instruction. Coordinates may be negative or too large:
/// cells outside the tensor become zero. z counts from plane 0 of the grid, even if the map begins
/// at a later plane.
///
/// One thread issues the load, and `barrier` counts all bytes of the box. A kernel that calls it
/// must be launched with LaunchShape::barriers, because a thread must wait for the load. The kernel
/// parameter with the map is declared `const __grid_constant__ TensorMap`. Requires sm_90.
STENCILC_DEVICE void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, int x) {
  machine::loadTensor(to, map, barrier, x);
}
STENCILC_DEVICE void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, int x, int y) {
  machine::loadTensor(to, map, barrier, x, y);
}
STENCILC_DEVICE void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, int x, int y,
                                int z) {
  machine::loadTensor(to, map, barrier, x, y, z - map.firstPlane);
}

/// Allows the next kernel to start before this one has ended, if the next one was launched with
/// LaunchShape::isDependent.
STENCILC_DEVICE void letNextStart() { machine::letNextStart(); }
/// Waits until the kernel launched before this one has ended and its writes are visible. At least
/// one block must call it if the kernel was launched with LaunchShape::isDependent. Otherwise work
/// enqueued later might start while the previous kernel still runs.
STENCILC_DEVICE void waitForLast() { machine::waitForLast(); }

/// Returns the block's index in its cluster, a group of blocks that can read each other's shared
/// memory. Requires sm_90.
STENCILC_DEVICE unsigned clusterRank() { return machine::clusterRank(); }
/// Synchronises all threads of the cluster: each waits for the others. Requires sm_90.
STENCILC_DEVICE void clusterSync() { machine::clusterSync(); }
/// Returns the address, in the shared memory of block `rank` of the cluster, of the object that is
/// at `mine` in this block. That block must be running: call clusterSync() before the first access
/// and after the last.
template <class T> STENCILC_DEVICE T *mapShared(T *mine, unsigned rank) {
  return static_cast<T *>(machine::mapShared(mine, rank));
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
