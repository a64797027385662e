/// \file Barriers in shared memory and tensor maps as the CPU device keeps them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stencilc {

/// A barrier in shared memory that also counts bytes of tensor loads. Eight bytes as on a GPU, and
/// with the same rules: a phase ends when all arrivals and all expected bytes are there.
struct alignas(8) Mbarrier {
  std::int16_t count;         // arrivals per phase; kPoison bytes read as -1: never initialised
  std::int16_t pending;       // arrivals still missing in this phase
  std::int32_t bytesDue : 31; // bytes expected and not there yet
  std::uint32_t phase : 1;
};
static_assert(sizeof(Mbarrier) == 8);

/// A tensor in global memory and the box that one load takes from it (see Tensor.h).
struct TensorMap {
  const void *base;
  int rank;
  unsigned cellBytes;
  std::int64_t extents[5]; // cells
  std::int64_t strides[5]; // bytes; the first is cellBytes
  unsigned box[5];         // cells
  int firstPlane = 0;      // of the grid, where the map begins

  /// Bytes one load writes, cells outside the tensor included.
  std::size_t boxBytes() const {
    std::size_t bytes = cellBytes;
    for (int axis = 0; axis < rank; ++axis)
      bytes *= box[axis];
    return bytes;
  }
};

namespace cpu {

/// A tensor load that has not arrived yet.
struct TensorInFlight {
  Mbarrier *barrier;
  void *to;
  TensorMap map; // a copy: the kernel's parameter may be gone when the load arrives
  int at[5];     // the box's first cell; may lie outside the tensor
};

} // namespace cpu
} // namespace stencilc
