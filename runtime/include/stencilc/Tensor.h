/// \file Tensor maps: what a kernel's tensor loads (Async.h) need to know of a buffer, made on the
/// host.
///
/// Not part of runtime.h, because cuda.h is large; programs with tensor loads include it as well.
#pragma once

#include "stencilc/Async.h"

#if STENCILC_HAS_KERNELS
#include "stencilc/Grid.h"
#include "stencilc/Launch.h"
#include "stencilc/View.h"

#include <cstddef>
#if STENCILC_WORLD_CUDA
#include <cuda.h>
#endif

namespace stencilc {

namespace detail {

/// The rules of cuTensorMapEncodeTiled, said in words: the driver only says "invalid value".
inline std::string checkTensor(const void *base, std::size_t cellBytes, const std::int64_t *pitches,
                               int rank, const int (&box)[3]) {
  if (rank < 1 || rank > 3)
    return format("a tensor of %d axes; it must have 1 to 3", rank);
  if (reinterpret_cast<std::uintptr_t>(base) % 16 != 0)
    return "the tensor does not begin on a boundary of 16 bytes";
  for (int axis = 1; axis < rank; ++axis)
    if (pitches[axis] % 16 != 0)
      return format("a pitch of %lld bytes is not a multiple of 16",
                    static_cast<long long>(pitches[axis]));
  for (int axis = 0; axis < rank; ++axis)
    if (box[axis] < 1 || box[axis] > 256)
      return format("a box of %d cells along %c; it must have 1 to 256", box[axis], "xyz"[axis]);
  if (box[0] * cellBytes % 16 != 0)
    return format("rows of a box of %zu bytes; they must be a multiple of 16", box[0] * cellBytes);
  return "";
}

#if STENCILC_WORLD_CUDA
template <class T> constexpr CUtensorMapDataType tensorType() {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  return sizeof(T) == 4 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
}

/// The driver's function, found at run time, so that programs need not link libcuda.
inline Status findTensorEncoder(decltype(&cuTensorMapEncodeTiled) &encode) {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult found;
  const cudaError_t error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                                             12000, cudaEnableDefault, &found);
  if (error == cudaSuccess && found != cudaDriverEntryPointSuccess)
    return Status::device("this driver has no tensor maps; CUDA 12 or newer is needed");
  encode = reinterpret_cast<decltype(encode)>(function);
  return device::fromCuda(error, "asking the driver for tensor maps");
}
#endif

} // namespace detail

/// A map of the first `rank` axes of `view` with loads of `box` cells. Loads count as
/// box[0] * ... * box[rank - 1] * sizeof(T) bytes, whether or not they leave the grid. If memory
/// holds not all planes of the grid, `stored` says which: the map spans these alone, and the others
/// read as zero. (An H200 refused loads of mapped planes through a map that spans others as well.)
template <class T>
Status makeTensorMap(TensorMap &map, View<T> view, const Grid &grid, int rank, const int (&box)[3],
                     PlaneRange stored = {}) {
  if (stored.count() <= 0)
    stored = {0, grid.nz};
  view.data += stored.begin * view.plane;
  const auto bytes = static_cast<std::int64_t>(sizeof(T));
  const std::int64_t pitches[3] = {bytes, view.row * bytes, view.plane * bytes};
  const int extents[3] = {grid.nx, grid.ny, stored.count()};
  if (std::string wrong = detail::checkTensor(view.data, sizeof(T), pitches, rank, box);
      !wrong.empty())
    return Status::invalid("tensor map: " + wrong);
#if STENCILC_WORLD_CUDA
  decltype(&cuTensorMapEncodeTiled) encode = nullptr;
  if (Status status = detail::findTensorEncoder(encode); !status)
    return status;
  cuuint64_t sizes[3], strides[2];
  cuuint32_t boxes[3], everyCell[3] = {1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    sizes[axis] = static_cast<cuuint64_t>(extents[axis]);
    boxes[axis] = static_cast<cuuint32_t>(box[axis]);
    if (axis > 0)
      strides[axis - 1] = static_cast<cuuint64_t>(pitches[axis]);
  }
  static_assert(offsetof(TensorMap, firstPlane) == sizeof(CUtensorMap) &&
                alignof(TensorMap) >= alignof(CUtensorMap));
  const CUresult result =
      encode(reinterpret_cast<CUtensorMap *>(&map), detail::tensorType<std::remove_const_t<T>>(),
             static_cast<cuuint32_t>(rank), const_cast<std::remove_const_t<T> *>(view.data), sizes,
             strides, boxes, everyCell, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    return Status::device(format("making a tensor map failed: driver error %d", result));
#else
  map = {view.data, rank, static_cast<unsigned>(bytes), {1, 1, 1, 1, 1}, {}, {1, 1, 1, 1, 1}};
  for (int axis = 0; axis < rank; ++axis) {
    map.extents[axis] = extents[axis];
    map.strides[axis] = pitches[axis];
    map.box[axis] = static_cast<unsigned>(box[axis]);
  }
#endif
  map.firstPlane = stored.begin;
  return {};
}

} // namespace stencilc
#endif
