/// \file Async.h on a GPU: the instructions behind each function (PTX ISA, the sections of the same
/// names).
///
/// They are written as PTX because CUDA's own headers cost nvcc several seconds in every program.
/// ptxas rejects instructions that a chip lacks, by name.
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Storage.h"

namespace stencilc::inline STENCILC_SPACE {

/// A barrier in shared memory, opaque to kernels.
struct alignas(8) Mbarrier {
  UInt64 state;
};

/// A CUtensorMap that the runtime fills in. It is opaque here, so that kernels do not need cuda.h.
struct alignas(128) TensorMap {
  UInt64 words[16];
  int firstPlane; // plane of the grid at which the map begins
};

namespace gpu {

__device__ __forceinline__ unsigned char *sharedBase() {
  extern __shared__ __align__(1024) unsigned char stencilcSharedMemory[];
  return stencilcSharedMemory;
}

/// Converts a generic pointer into shared memory to the 32-bit shared-memory address that PTX
/// instructions take.
__device__ __forceinline__ unsigned sharedAddress(const void *generic) {
  return static_cast<unsigned>(__cvta_generic_to_shared(generic));
}

__device__ __forceinline__ void letNextStart() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
__device__ __forceinline__ void waitForLast() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
/// Adds 1 to `count`, with release semantics for all devices: a thread that sees the new count also
/// sees all earlier writes of this thread and of threads that it has synchronised with.
__device__ __forceinline__ void countForAll(unsigned *count) {
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  asm volatile("red.relaxed.sys.global.add.u32 [%0], 1;" ::"l"(count) : "memory");
}
/// True if blocks of a kernel run at the same time. They may then share counters through
/// addTogether() and readTogether(). These functions are atomic, but do not order any other
/// accesses to memory.
constexpr bool kBlocksRunTogether = true;
__device__ __forceinline__ void addTogether(UInt64 *count, UInt64 more) {
  asm volatile("red.relaxed.gpu.add.u64 [%0], %1;" ::"l"(count), "l"(more) : "memory");
}
__device__ __forceinline__ UInt64 readTogether(const UInt64 *count) {
  UInt64 value;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(value) : "l"(count) : "memory");
  return value;
}
/// Sets `count` to `value`, with release semantics for the device: a thread that awaitCount() has
/// let pass also sees all earlier writes of this thread and of threads that it has synchronised
/// with.
__device__ __forceinline__ void raiseCount(unsigned *count, unsigned value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(count), "r"(value) : "memory");
}
/// Waits until `count` is at least `least`, modulo 2^32, with acquire semantics for the device. The
/// load also makes sure that later loads of the block find no older data in the L1 cache.
__device__ __forceinline__ void awaitCount(const unsigned *count, unsigned least) {
  unsigned value;
  do
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(count) : "memory");
  while (static_cast<int>(value - least) < 0);
}
__device__ __forceinline__ void syncThreads() { __syncthreads(); }
__device__ __forceinline__ void syncWarp(unsigned mask) { __syncwarp(mask); }

template <class T> __device__ __forceinline__ T shuffle(T value, int source, unsigned mask) {
  if constexpr (detail::kIsStored<T>)
    return detail::fromWord<T>(__shfl_sync(mask, detail::toWord(value), source));
  else
    return __shfl_sync(mask, value, source);
}
template <class T>
__device__ __forceinline__ T shuffleUp(T value, unsigned distance, unsigned mask) {
  if constexpr (detail::kIsStored<T>)
    return detail::fromWord<T>(__shfl_up_sync(mask, detail::toWord(value), distance));
  else
    return __shfl_up_sync(mask, value, distance);
}
template <class T>
__device__ __forceinline__ T shuffleDown(T value, unsigned distance, unsigned mask) {
  if constexpr (detail::kIsStored<T>)
    return detail::fromWord<T>(__shfl_down_sync(mask, detail::toWord(value), distance));
  else
    return __shfl_down_sync(mask, value, distance);
}
template <class T> __device__ __forceinline__ T shuffleXor(T value, unsigned bits, unsigned mask) {
  if constexpr (detail::kIsStored<T>)
    return detail::fromWord<T>(
        __shfl_xor_sync(mask, detail::toWord(value), static_cast<int>(bits)));
  else
    return __shfl_xor_sync(mask, value, static_cast<int>(bits));
}

__device__ __forceinline__ unsigned ballot(bool condition) {
  return __ballot_sync(0xffffffffu, condition);
}
__device__ __forceinline__ unsigned bitsOfWarp(unsigned bits) {
  return __reduce_or_sync(0xffffffffu, bits);
}

/// Computes d = a b + c, a matrix product with K = 4 * Quads products for each sum, by one
/// tensor-core instruction. The matrices are distributed over the lanes (threads) of the warp as in
/// multiplyAdd(). `a` and `b` point to this lane's first elements of the K columns and rows.
template <int Quads>
__device__ __forceinline__ void multiplyAddPart(double (&d)[4], const double *a, const double *b,
                                                const double (&c)[4]) {
#if __CUDA_ARCH__ >= 900
  static_assert(Quads == 1 || Quads == 2 || Quads == 4);
  if constexpr (Quads == 1)
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
        "{%7, %8, %9, %10};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(b[0]), "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3]));
  else if constexpr (Quads == 2)
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%10, %11, %12, %13};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]), "d"(c[0]), "d"(c[1]),
          "d"(c[2]), "d"(c[3]));
  else
    asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
        "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19};"
        : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
          "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]), "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3]));
#endif
}
template <int Quads>
__device__ __forceinline__ void multiplyAdd(double (&d)[4], const double (&a)[2 * Quads],
                                            const double (&b)[Quads], const double (&c)[4]) {
  constexpr int kFirst = Quads >= 4 ? 4 : Quads >= 2 ? 2 : 1, kRest = Quads - kFirst;
  multiplyAddPart<kFirst>(d, a, b, c);
  if constexpr (kRest > 0) {
    constexpr int kSecond = kRest >= 4 ? 4 : kRest >= 2 ? 2 : 1;
    multiplyAddPart<kSecond>(d, a + 2 * kFirst, b + kFirst, d);
    static_assert(kRest == kSecond);
  }
}

template <int Bytes>
__device__ __forceinline__ void copyAsync(void *to, const void *from, unsigned live) {
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)),
                 "l"(__cvta_generic_to_global(from)), "r"(live)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(sharedAddress(to)),
                 "l"(__cvta_generic_to_global(from)), "n"(Bytes), "r"(live)
                 : "memory");
}
__device__ __forceinline__ void commitCopies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int Keep> __device__ __forceinline__ void waitCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Keep) : "memory");
}

__device__ __forceinline__ void initBarrier(Mbarrier &barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(&barrier)),
               "r"(arrivals)
               : "memory");
}
__device__ __forceinline__ void endBarrier(Mbarrier &barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(sharedAddress(&barrier)) : "memory");
}
__device__ __forceinline__ void fenceTensorLoads() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
__device__ __forceinline__ void fenceBarrierInit() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif // before sm_90 only threads of the block use barriers, and syncThreads makes them visible
}
// The result of arrive is a token of the phase. It is dropped, because wait() identifies phases by
// parity.
__device__ __forceinline__ void arrive(Mbarrier &barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(&barrier))
               : "memory");
}
__device__ __forceinline__ void expectBytes(Mbarrier &barrier, unsigned bytes) {
  asm volatile(
      "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(&barrier)),
      "r"(bytes)
      : "memory");
}
__device__ __forceinline__ void arriveExpect(Mbarrier &barrier, unsigned bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&barrier)),
      "r"(bytes)
      : "memory");
}
/// Waits until the barrier's phase with parity `parity` has ended. The instruction try_wait
/// suspends the thread for a time that the hardware chooses; sm_80 has only the polling test_wait.
__device__ __forceinline__ void wait(Mbarrier &barrier, unsigned parity) {
#if __CUDA_ARCH__ >= 900
#define STENCILC_MBARRIER_WAIT "mbarrier.try_wait.parity.shared::cta.b64"
#else
#define STENCILC_MBARRIER_WAIT "mbarrier.test_wait.parity.shared::cta.b64"
#endif
  unsigned ended;
  do
    asm volatile("{\n\t.reg .pred ended;\n\t" STENCILC_MBARRIER_WAIT
                 " ended, [%1], %2;\n\tselp.u32 %0, 1, 0, ended;\n\t}"
                 : "=r"(ended)
                 : "r"(sharedAddress(&barrier)), "r"(parity & 1)
                 : "memory");
  while (!ended);
#undef STENCILC_MBARRIER_WAIT
}

__device__ __forceinline__ void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier,
                                           int x) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3}], [%2];" ::"r"(sharedAddress(to)),
               "l"(&map), "r"(sharedAddress(&barrier)), "r"(x)
               : "memory");
}
__device__ __forceinline__ void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, int x,
                                           int y) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3, %4}], [%2];" ::"r"(sharedAddress(to)),
               "l"(&map), "r"(sharedAddress(&barrier)), "r"(x), "r"(y)
               : "memory");
}
__device__ __forceinline__ void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, int x,
                                           int y, int z) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3, %4, %5}], [%2];" ::"r"(sharedAddress(to)),
               "l"(&map), "r"(sharedAddress(&barrier)), "r"(x), "r"(y), "r"(z)
               : "memory");
}

__device__ __forceinline__ unsigned clusterRank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ __forceinline__ void clusterSync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
__device__ __forceinline__ void *mapShared(void *mine, unsigned rank) {
  void *theirs;
  asm("mapa.u64 %0, %1, %2;" : "=l"(theirs) : "l"(mine), "r"(rank));
  return theirs;
}

} // namespace gpu
} // namespace stencilc::inline STENCILC_SPACE
