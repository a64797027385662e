/// \file Functions that Async.h calls on the CPU device (an emulated GPU). Each forwards its call
/// to a function of the table SimtCalls.
///
/// The functions behind SimtCalls have the same names. They live in another namespace, because a
/// program is linked with both.
#pragma once

#include "stencilc/cpu/CudaNames.h"

namespace stencilc::inline STENCILC_SPACE::simt {

inline unsigned char *sharedBase() { return stencilc_simt.sharedBase(); }
inline void syncThreads() { stencilc_simt.syncThreads(); }
inline void syncWarp(unsigned mask) { stencilc_simt.syncWarp(mask); }

/// Returns the value that lane `source` (a thread of the warp) passed as `value`. If lane `source`
/// is not in `mask`, returns poison (all bytes 0xff), where a GPU gives an undefined value.
/// `primitive` is the name of the calling function, for messages.
template <class T> T exchange(unsigned mask, T value, unsigned source, const char *primitive) {
  stencilc_simt.exchange(mask, &value, sizeof value, source, primitive);
  return value;
}
// Same rule as __shfl_*_sync with a width of 32: a lane without a source keeps its own value.
template <class T> T shuffle(T value, int source, unsigned mask) {
  return exchange(mask, value, static_cast<unsigned>(source) % 32, "shuffle");
}
template <class T> T shuffleUp(T value, unsigned distance, unsigned mask) {
  const unsigned lane = stencilc_simt.lane("shuffleUp");
  return exchange(mask, value, lane >= distance ? lane - distance : lane, "shuffleUp");
}
template <class T> T shuffleDown(T value, unsigned distance, unsigned mask) {
  const unsigned lane = stencilc_simt.lane("shuffleDown");
  return exchange(mask, value, lane + distance < 32 ? lane + distance : lane, "shuffleDown");
}
template <class T> T shuffleXor(T value, unsigned bits, unsigned mask) {
  return exchange(mask, value, (stencilc_simt.lane("shuffleXor") ^ bits) % 32, "shuffleXor");
}

inline unsigned ballot(bool condition) {
  unsigned lanes = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    lanes |= unsigned{exchange(0xffffffffu, condition, lane, "ballot")} << lane;
  return lanes;
}
inline unsigned bitsOfWarp(unsigned bits) {
  unsigned all = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    all |= exchange(0xffffffffu, bits, lane, "bitsOfWarp");
  return all;
}
template <int Quads>
void multiplyAdd(double (&d)[4], const double (&a)[2 * Quads], const double (&b)[Quads],
                 const double (&c)[4]) {
  struct Rows {
    double low, high; // rows g and g + 8
  };
  const unsigned lane = stencilc_simt.lane("multiplyAdd"), row = lane / 4, column = lane % 4 * 2;
  double sums[4] = {c[0], c[1], c[2], c[3]};
  for (unsigned q = 0; q < Quads; ++q)
    for (unsigned t = 0; t < 4; ++t) {
      const auto ask = [&](auto value, unsigned source) {
        return exchange(0xffffffffu, value, source, "multiplyAdd");
      };
      const Rows rows = ask(Rows{a[2 * q], a[2 * q + 1]}, 4 * row + t);
      for (unsigned i = 0; i < 2; ++i) {
        const double factor = ask(b[q], 4 * (column + i) + t);
        sums[i] = __builtin_fma(rows.low, factor, sums[i]);
        sums[2 + i] = __builtin_fma(rows.high, factor, sums[2 + i]);
      }
    }
  for (int i = 0; i < 4; ++i)
    d[i] = sums[i];
}

template <int Bytes> void copyAsync(void *to, const void *from, unsigned live) {
  stencilc_simt.copyAsync(to, from, Bytes, live);
}
inline void commitCopies() { stencilc_simt.commitCopies(); }
template <int Keep> void waitCopies() { stencilc_simt.waitCopies(Keep); }

inline void initBarrier(Mbarrier &barrier, int arrivals) {
  stencilc_simt.initBarrier(barrier, arrivals);
}
inline void endBarrier(Mbarrier &barrier) { stencilc_simt.endBarrier(barrier); }
inline void fenceTensorLoads() {}
inline void fenceBarrierInit() {} // one host thread runs the block and sees its own writes
inline void arrive(Mbarrier &barrier) { stencilc_simt.arrive(barrier); }
inline void expectBytes(Mbarrier &barrier, unsigned bytes) {
  stencilc_simt.expectBytes(barrier, bytes);
}
inline void arriveExpect(Mbarrier &barrier, unsigned bytes) {
  expectBytes(barrier, bytes);
  arrive(barrier);
}
inline void wait(Mbarrier &barrier, unsigned parity) { stencilc_simt.wait(barrier, parity); }

template <class... Coordinates>
void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, Coordinates... at) {
  stencilc_simt.loadTensor(to, map, barrier, {at...}, sizeof...(at));
}

inline void letNextStart() {}
inline void waitForLast() {} // kernels run one after the other
inline void countForAll(unsigned *count) { __atomic_fetch_add(count, 1u, __ATOMIC_RELEASE); }
constexpr bool kBlocksRunTogether = false;
inline void addTogether(UInt64 *count, UInt64 more) {
  __atomic_fetch_add(count, more, __ATOMIC_RELAXED);
}
inline UInt64 readTogether(const UInt64 *count) { return __atomic_load_n(count, __ATOMIC_RELAXED); }
inline void raiseCount(unsigned *count, unsigned value) { stencilc_simt.raiseCount(count, value); }
inline void awaitCount(const unsigned *count, unsigned least) {
  stencilc_simt.awaitCount(count, least);
}
inline unsigned clusterRank() { return stencilc_simt.clusterRank(); }
inline void clusterSync() { stencilc_simt.clusterSync(); }
inline void *mapShared(void *mine, unsigned rank) { return stencilc_simt.mapShared(mine, rank); }

} // namespace stencilc::inline STENCILC_SPACE::simt
