/// \file Declarations of the functions that Async.h calls, for host code whose kernels are compiled
/// elsewhere. The functions have no definitions, because the host compiler only checks the source
/// code of kernels.
#pragma once

#include "stencilc/cpu/CudaNames.h"

namespace stencilc::inline STENCILC_SPACE {

struct alignas(8) Mbarrier {
  UInt64 state;
};
struct alignas(128) TensorMap {
  UInt64 words[16];
  int firstPlane; // plane of the grid at which the map begins
};

namespace apart {

unsigned char *sharedBase();
void syncThreads();
void syncWarp(unsigned mask);
template <class T> T shuffle(T value, int source, unsigned mask);
template <class T> T shuffleUp(T value, unsigned distance, unsigned mask);
template <class T> T shuffleDown(T value, unsigned distance, unsigned mask);
template <class T> T shuffleXor(T value, unsigned bits, unsigned mask);
unsigned ballot(bool condition);
unsigned bitsOfWarp(unsigned bits);
template <int Quads>
void multiplyAdd(double (&d)[4], const double (&a)[2 * Quads], const double (&b)[Quads],
                 const double (&c)[4]);
template <int Bytes> void copyAsync(void *to, const void *from, unsigned live);
void commitCopies();
template <int Keep> void waitCopies();
void initBarrier(Mbarrier &barrier, int arrivals);
void endBarrier(Mbarrier &barrier);
void fenceTensorLoads();
void fenceBarrierInit();
void arrive(Mbarrier &barrier);
void expectBytes(Mbarrier &barrier, unsigned bytes);
void arriveExpect(Mbarrier &barrier, unsigned bytes);
void wait(Mbarrier &barrier, unsigned parity);
template <class... Coordinates>
void loadTensor(void *to, const TensorMap &map, Mbarrier &barrier, Coordinates... at);
void letNextStart();
void waitForLast();
void countForAll(unsigned *count);
constexpr bool kBlocksRunTogether = true;
void addTogether(UInt64 *count, UInt64 more);
UInt64 readTogether(const UInt64 *count);
void raiseCount(unsigned *count, unsigned value);
void awaitCount(const unsigned *count, unsigned least);
unsigned clusterRank();
void clusterSync();
void *mapShared(void *mine, unsigned rank);

} // namespace apart
} // namespace stencilc::inline STENCILC_SPACE
