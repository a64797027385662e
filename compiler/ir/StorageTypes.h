/// \file Number types in memory: rounding to a type, and bit patterns. This is the interpreter's
/// own definition, by exact scaling. The runtime has a separate one
/// (runtime/include/stencilc/Storage.h).
#pragma once

#include "ir/Program.h"

namespace stencilc::ir {

/// Returns whether arithmetic is done in the type: f32 and f64. All other number types are only
/// stored.
constexpr bool isComputed(ScalarType type) {
  return type == ScalarType::F32 || type == ScalarType::F64;
}
/// Returns whether the type is an integer type: u8, i16 or i32.
constexpr bool isInteger(ScalarType type) {
  return type == ScalarType::U8 || type == ScalarType::I16 || type == ScalarType::I32;
}
/// Returns the size of a number of the type in bytes; 1 for Bool.
int bytesOf(ScalarType type);

/// Returns `value` rounded once to `type`, to nearest, ties to even. Floating-point types overflow
/// to infinity and keep NaN. Integer types saturate at their limits, and NaN becomes 0. Bool gives
/// 0 or 1.
double roundTo(double value, ScalarType type);

/// Returns the smallest finite number of a type; highestOf() returns the largest. The type must not
/// be Bool.
double lowestOf(ScalarType type);
double highestOf(ScalarType type);
/// Returns the distance from 1 to the next larger number of the type: 2^-10 for f16, 1 for
/// integers.
double epsilonOf(ScalarType type);

/// Returns the bit pattern of `value`, which must be a number of the type, in the lowest bits. A
/// NaN keeps its sign and the leading bits of its payload.
std::uint64_t bitsOf(double value, ScalarType type);
/// Returns the number of the type that has these bits.
double fromBits(std::uint64_t bits, ScalarType type);

} // namespace stencilc::ir
