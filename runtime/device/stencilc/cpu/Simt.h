/// \file Interface of the CPU device (an emulated GPU) for kernels. The device itself is compiled
/// separately (runtime/simt).
#pragma once

#include "stencilc/Types.h"

namespace stencilc::inline STENCILC_SPACE {

/// A barrier in shared memory that also counts bytes of tensor loads. It has eight bytes and the
/// rules of a GPU's barrier: a phase ends when all arrivals and all expected bytes have come.
struct alignas(8) Mbarrier {
  short count;       // arrivals of a phase; -1 (poison bytes): never initialised
  short pending;     // arrivals still missing in this phase
  int bytesDue : 31; // expected bytes that have not come yet
  unsigned phase : 1;
};
static_assert(sizeof(Mbarrier) == 8);

/// Description of a tensor (an array with strides) in global memory, and of the box of cells that
/// one tensor load copies. Step::mapTensor fills it in.
struct TensorMap {
  const void *base;
  int rank;
  unsigned cellBytes;
  Int64 extents[5];   // cells
  Int64 strides[5];   // bytes; the first is cellBytes
  unsigned box[5];    // cells
  int firstPlane = 0; // plane of the grid at which the map begins

  /// Returns the number of bytes that one tensor load writes to shared memory, for cells outside
  /// the tensor, too.
  Size boxBytes() const {
    Size bytes = cellBytes;
    for (int axis = 0; axis < rank; ++axis)
      bytes *= box[axis];
    return bytes;
  }
};

namespace cpu {

/// Functions of the CPU device (an emulated GPU). Async.h documents them.
struct SimtCalls {
  const Position &(*position)();
  unsigned char *(*sharedBase)();
  void (*syncThreads)();
  void (*syncWarp)(unsigned mask);
  /// Returns the running thread's index in its warp. In all functions of this table, `primitive` is
  /// the name of the calling function, for messages.
  unsigned (*lane)(const char *primitive);
  /// Waits until all lanes (threads of a warp) in `mask` have called it. Then replaces the `bytes`
  /// bytes at `value` by those that lane `source` has at its `value`.
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
  void (*raiseCount)(unsigned *count, unsigned value);
  /// Waits until `count` is at least `least`, modulo 2^32. The launch must be cooperative.
  void (*awaitCount)(const unsigned *count, unsigned least);
  unsigned (*clusterRank)();
  void (*clusterSync)();
  void *(*mapShared)(void *mine, unsigned rank);
  /// Ends the process with a message if `address` is not a multiple of `alignment` bytes. `what`
  /// names the access.
  void (*checkAligned)(const void *address, Size alignment, const char *what);
};

} // namespace cpu
} // namespace stencilc::inline STENCILC_SPACE

extern "C" const stencilc::cpu::SimtCalls stencilc_simt;

namespace stencilc::inline STENCILC_SPACE::cpu {

inline const Position &position() { return stencilc_simt.position(); }

} // namespace stencilc::inline STENCILC_SPACE::cpu
