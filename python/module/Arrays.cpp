/// \file Arrays of the caller, exchanged through DLPack.
#include "Arrays.h"

namespace nb = nanobind;

namespace stencilc::python {

Pitches pitchesOf(const AnyArray &array) {
  const std::size_t rank = array.ndim(), item = array.itemsize();
  const auto pitch = [&](std::size_t dimension) {
    const std::int64_t stride = array.stride(dimension);
    if (stride < 0)
      throw nb::value_error("the array has a negative stride: copy it first");
    return static_cast<std::size_t>(stride) * item;
  };
  if (rank > 0 && array.shape(rank - 1) > 1 && array.stride(rank - 1) != 1)
    throw nb::value_error("the last dimension of the array is not contiguous: copy it first");
  return {rank > 1 ? pitch(rank - 2) : 0, rank > 2 ? pitch(rank - 3) : 0};
}

bool isOnDevice(const AnyArray &array) {
  return array.device_type() == nb::device::cuda::value ||
         array.device_type() == nb::device::cuda_managed::value;
}

} // namespace stencilc::python
