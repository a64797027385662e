/// \file Arrays of the caller, exchanged through DLPack.
#pragma once

#include <cstdint>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <vector>

namespace stencilc::python {

/// Array of the caller, in host memory or GPU memory, with any shape, type and strides.
using AnyArray = nanobind::ndarray<nanobind::ro>;

/// Cell type of a field in DLPack: the type code (0 signed integer, 1 unsigned integer, 2 floating
/// point, 4 bfloat) and the size of a cell in bits.
struct CellType {
  int kind, bits;
};

/// Distances in the memory of an array, in bytes: from row to row, and from plane to plane. Each is
/// 0 if the array has no such dimension.
struct Pitches {
  std::size_t row = 0, plane = 0;
};

/// Returns the pitches of `array`. Raises ValueError if its last dimension is not contiguous, or if
/// a stride is negative.
Pitches pitchesOf(const AnyArray &array);

/// Returns true if `array` is in the memory of an NVIDIA GPU, or in managed memory of CUDA.
bool isOnDevice(const AnyArray &array);

} // namespace stencilc::python
