/// \file What types of storage hold: rounding to them, and their bytes. The oracle's own
/// definition, by exact scaling; the runtime has another (runtime/include/stencilc/Storage.h).
#pragma once

#include "ir/Program.h"

namespace stencilc::ir {

/// Whether operations are done in the type: f32 and f64. Others but Bool are only stored.
constexpr bool isComputed(ScalarType type) {
  return type == ScalarType::F32 || type == ScalarType::F64;
}
/// Whether it holds whole numbers alone: u8, i16 and i32.
constexpr bool isInteger(ScalarType type) {
  return type == ScalarType::U8 || type == ScalarType::I16 || type == ScalarType::I32;
}
/// Bytes of a number of the type; 1 of Bool.
int bytesOf(ScalarType type);

/// `value` rounded to `type`, once, to nearest, ties to even. Floating-point types overflow to
/// infinity and keep NaN; integer types end at their limits, and NaN is 0. Bool gives 0 or 1.
double roundTo(double value, ScalarType type);

/// The smallest and the largest finite number of the type; not Bool.
double lowestOf(ScalarType type);
double highestOf(ScalarType type);
/// The distance from 1 to the next larger number of the type: 2^-10 for f16; 1 of integers.
double epsilonOf(ScalarType type);

/// The bits of `value`, a number of the type, in the lowest bytes; NaN keeps its sign and as much
/// of its payload as there is room for.
std::uint64_t bitsOf(double value, ScalarType type);
/// The number with these bits.
double fromBits(std::uint64_t bits, ScalarType type);

} // namespace stencilc::ir
