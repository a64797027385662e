/// \file What kernel text asks of the CPU device, which is compiled apart from it
/// (runtime/src/stencilc/cpu).
#pragma once

#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

/// A barrier in shared memory that also counts bytes of tensor loads. Eight bytes as on a GPU, and
/// with the same rules: a phase ends when all arrivals and all expected bytes are there.
struct alignas(8) Mbarrier {
  short count;       // arrivals per phase; kPoison bytes read as -1: never initialised
  short pending;     // arrivals still missing in this phase
  int bytesDue : 31; // bytes expected and not there yet
  unsigned phase : 1;
};
static_assert(sizeof(Mbarrier) == 8);

/// A tensor in global memory and the box that one load takes from it (Step::mapTensor).
struct TensorMap {
  const void *base;
  int rank;
  unsigned cellBytes;
  Int64 extents[5];   // cells
  Int64 strides[5];   // bytes; the first is cellBytes
  unsigned box[5];    // cells
  int firstPlane = 0; // of the grid, where the map begins

  /// Bytes one load writes, cells outside the tensor included.
  Size boxBytes() const {
    Size bytes = cellBytes;
    for (int axis = 0; axis < rank; ++axis)
      bytes *= box[axis];
    return bytes;
  }
};

namespace cpu {

/// Functions of the CPU device; what they do is said where kernels call them (Async.h).
struct SimtCalls {
  const Position &(*position)();
  unsigned char *(*sharedBase)();
  void (*syncThreads)();
  void (*syncWarp)(unsigned mask);
  /// The running thread's place in its warp. `primitive` is what asks, for messages, as below.
  unsigned (*lane)(const char *primitive);
  /// The lanes of `mask` meet; `value`, of `bytes` bytes, becomes that of lane `source`.
  void (*exchange)(unsigned mask, void *value, unsigned bytes, unsigned source,
                   const char *primitive);
  void (*copyAsync)(void *to, const void *from, unsigned bytes, unsigned live);
  void (*commitCopies)();
  void (*waitCopies)(unsigned keep);
  void (*initBarrier)(Mbarrier &barrier, int arrivals);
  void (*endBarrier)(Mbarrier &barrier);
  void (*arrive)(Mbarrier &barrier);
  void (*expectBytes)(Mbarrier &barrier, unsigned bytes);
  void (*wait)(Mbarrier &barrier, unsigned parity);
  void (*loadTensor)(void *to, const TensorMap &map, Mbarrier &barrier, const int (&at)[5],
                     int coordinates);
  unsigned (*clusterRank)();
  void (*clusterSync)();
  void *(*mapShared)(void *mine, unsigned rank);
  /// Ends the process with a message if `address` is no multiple of `alignment`.
  void (*checkAligned)(const void *address, Size alignment, const char *what);
};

} // namespace cpu
} // namespace stencilc::inline STENCILC_SPACE

extern "C" const stencilc::cpu::SimtCalls stencilc_simt;

namespace stencilc::inline STENCILC_SPACE::cpu {

inline const Position &position() { return stencilc_simt.position(); }

} // namespace stencilc::inline STENCILC_SPACE::cpu
