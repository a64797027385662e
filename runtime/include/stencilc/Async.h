/// \file What threads of a kernel do together: shared memory, barriers, warp exchanges, copies that
/// run beside the threads, clusters. The only way emitted kernels do any of this.
///
/// Each call has two bodies: on a GPU one or two instructions (cuda/AsyncCuda.h), on the CPU device
/// a simulation that finds faults (cpu/). A kernel that calls anything here marked "waits" is
/// launched with LaunchShape::barriers.
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

/// The block's shared memory, LaunchShape::sharedBytes of it, from byte `offset` on; the first byte
/// lies on a boundary of 1024. Contents are undefined at the start.
template <class T> STENCILC_DEVICE T *shared(Size offset = 0) {
  return reinterpret_cast<T *>(machine::sharedBase() + offset);
}

/// All threads of the block that have not ended meet; what each wrote before, all see after. Waits.
STENCILC_DEVICE void syncThreads() { machine::syncThreads(); }

/// The lanes of `mask` meet; what each wrote before, all of them see after. Waits.
STENCILC_DEVICE void syncWarp(unsigned mask = kWholeWarp) { machine::syncWarp(mask); }

/// The value that lane `source` of the warp brings. All lanes of `mask` call it together; a lane
/// outside `mask` or that has ended gives an undefined value. Waits, as do the next three.
template <class T> STENCILC_DEVICE T shuffle(T value, int source, unsigned mask = kWholeWarp) {
  return machine::shuffle(value, source, mask);
}
/// The value of the lane `distance` below; the first lanes keep their own.
template <class T>
STENCILC_DEVICE T shuffleUp(T value, unsigned distance, unsigned mask = kWholeWarp) {
  return machine::shuffleUp(value, distance, mask);
}
/// The value of the lane `distance` above; the last lanes keep their own.
template <class T>
STENCILC_DEVICE T shuffleDown(T value, unsigned distance, unsigned mask = kWholeWarp) {
  return machine::shuffleDown(value, distance, mask);
}
/// The value of the lane whose number differs in `bits`.
template <class T>
STENCILC_DEVICE T shuffleXor(T value, unsigned bits, unsigned mask = kWholeWarp) {
  return machine::shuffleXor(value, bits, mask);
}

/// A bit for each lane of the warp for which `condition` holds. All lanes call it together. Waits,
/// as does the next.
STENCILC_DEVICE unsigned ballot(bool condition) { return machine::ballot(condition); }
/// The bits that any lane of the warp has. All lanes call it together.
STENCILC_DEVICE unsigned bitsOfWarp(unsigned bits) { return machine::bitsOfWarp(bits); }
/// d = a b + c on tensor cores, where a has 16 rows and b 8 columns, and both are 4 * Quads long in
/// the sum: a chain of fma from c on, in ascending k. What lane 4 g + t holds: of a, quad by quad,
/// rows g and g + 8 at k = 4 q + t; of b column g at the same; of c and d columns 2 t and 2 t + 1
/// of row g, then of row g + 8. A zero in b leaves no trace but where a is infinite or NaN, or the
/// sum a zero, whose sign it may change. sm_90.
template <int Quads>
STENCILC_DEVICE void multiplyAdd(double (&d)[4], const double (&a)[2 * Quads],
                                 const double (&b)[Quads], const double (&c)[4]) {
  machine::multiplyAdd<Quads>(d, a, b, c);
}

/// Begins to copy `Bytes` (a power of 2 up to 16) bytes from global to shared memory, both on a
/// boundary of `Bytes`; 16 bypass the L1 cache, and less than 4, for which no copy runs beside the
/// threads, are there at once. Only the first `live` bytes are read, the others become zero: a
/// copy beyond the grid has `live` 0. The target must not be read before waitCopies, nor by
/// other threads before a syncThreads after it.
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
/// Ends a group of this thread's copies.
STENCILC_DEVICE void commitCopies() { machine::commitCopies(); }
/// Until at most the newest `Keep` groups of this thread are under way.
template <int Keep> STENCILC_DEVICE void waitCopies() { machine::waitCopies<Keep>(); }

/// Prepares a barrier in shared memory whose phases take `arrivals` arrivals each. One thread does
/// it, calls fenceBarrierInit, and then the users meet (syncThreads, or clusterSync).
STENCILC_DEVICE void initBarrier(Mbarrier &barrier, int arrivals) {
  machine::initBarrier(barrier, arrivals);
}
/// Makes prepared barriers visible to tensor loads and to the cluster.
STENCILC_DEVICE void fenceBarrierInit() { machine::fenceBarrierInit(); }
/// Prepares the barriers of a block: `turn`, at which `arrivals` threads arrive in each phase, and
/// those of tensor loads. All threads call it together; behind it anybody may use them.
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
/// Ends a barrier that nobody uses any more, so that its place may be prepared again. One thread
/// does it, after the users have met.
STENCILC_DEVICE void endBarrier(Mbarrier &barrier) { machine::endBarrier(barrier); }
/// Ends a barrier that startBarriers prepared. All threads call it, after they have met.
STENCILC_DEVICE void endBarriers(Mbarrier &turn) {
  if (threadIdx.x == 0)
    endBarrier(turn);
}
/// What this thread has written into shared memory comes before tensor loads that others, who meet
/// it after this, begin into the same place.
STENCILC_DEVICE void fenceTensorLoads() { machine::fenceTensorLoads(); }
/// One arrival in the barrier's phase; does not wait.
STENCILC_DEVICE void arrive(Mbarrier &barrier) { machine::arrive(barrier); }
/// The phase does not end before `bytes` more bytes of tensor loads are there. sm_90.
STENCILC_DEVICE void expectBytes(Mbarrier &barrier, unsigned bytes) {
  machine::expectBytes(barrier, bytes);
}
/// expectBytes and arrive in one. sm_90.
STENCILC_DEVICE void arriveExpect(Mbarrier &barrier, unsigned bytes) {
  machine::arriveExpect(barrier, bytes);
}
/// Until the phase of this parity has ended: the first phase has parity 0, the next 1, then 0 ...
/// Waits.
STENCILC_DEVICE void wait(Mbarrier &barrier, unsigned parity) { machine::wait(barrier, parity); }

/// Begins to load the box of `map` (Step::mapTensor) whose first cell is (x, y, z) into shared
/// memory at `to`, on a boundary of 128 bytes. x must be a multiple of 16 bytes (the chip stops
/// with an illegal instruction else) and may be negative: cells outside the tensor become zero. The
/// whole box counts on `barrier`; one thread issues it. The kernel's parameter that holds the map
/// is declared `const __grid_constant__ TensorMap`. z counts from plane 0 of the grid, whichever
/// planes the map holds. sm_90. Waits (someone must).
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

/// This block does not mind if the kernel launched next starts (LaunchShape::besideLast).
STENCILC_DEVICE void letNextStart() { machine::letNextStart(); }
/// Until the kernel this one runs beside has ended and all it wrote is there. One block does it
/// before it ends, so that work enqueued behind waits for both.
STENCILC_DEVICE void waitForLast() { machine::waitForLast(); }

/// The block's number in its cluster. sm_90, as are the next two.
STENCILC_DEVICE unsigned clusterRank() { return machine::clusterRank(); }
/// All threads of the cluster meet. Waits.
STENCILC_DEVICE void clusterSync() { machine::clusterSync(); }
/// Where block `rank` of the cluster has what this block has at `mine`, in shared memory. That
/// block must be running: meet before the first access and after the last.
template <class T> STENCILC_DEVICE T *mapShared(T *mine, unsigned rank) {
  return static_cast<T *>(machine::mapShared(mine, rank));
}

} // namespace stencilc::inline STENCILC_SPACE
#endif
