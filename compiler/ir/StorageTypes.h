/// \file Number types in memory: rounding to a type, and bit patterns. The interpreter uses this
/// file. The runtime has a separate implementation (runtime/device/stencilc/Storage.h).
#pragma once

#include "ir/Program.h"

namespace stencilc::ir {

/// Returns true if kernels compute in the type: f32 and f64. All other number types are only
/// stored.
constexpr bool isComputed(ScalarType type) {
  return type == ScalarType::F32 || type == ScalarType::F64;
}
/// Returns true for the integer types u8, i16 and i32.
constexpr bool isInteger(ScalarType type) {
  return type == ScalarType::U8 || type == ScalarType::I16 || type == ScalarType::I32;
}
/// Returns the size of a number of the type in bytes; 1 for Bool.
int bytesOf(ScalarType type);

/// Returns `value` rounded once to `type`, to nearest, ties to even. Floating-point types overflow
/// to infinity and keep NaN. Integer types saturate at their limits, and NaN becomes 0. Bool gives
/// 0 or 1.
double roundTo(double value, ScalarType type);

/// Returns the smallest finite number of a type, such as -65504 for f16. The type must not be Bool.
double lowestOf(ScalarType type);
/// Returns the largest finite number of a type, such as 65504 for f16. The type must not be Bool.
double highestOf(ScalarType type);
/// Returns the distance from 1 to the next larger number of the type: 2^-10 for f16, 1 for
/// integers.
double epsilonOf(ScalarType type);

/// Returns the bit pattern of `value`, in the lowest bits of the result. `value` must be a number
/// of the type. A NaN keeps its sign and the leading bits of its payload.
std::uint64_t bitsOf(double value, ScalarType type);
/// Returns the number whose bit pattern in the type is `bits`.
double fromBits(std::uint64_t bits, ScalarType type);

} // namespace stencilc::ir
