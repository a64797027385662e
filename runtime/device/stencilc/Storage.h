/// \file Storage types that are not used for arithmetic: f16, bf16, u8, i16 and i32. They are
/// converted to float or double when loaded, and back when stored.
///
/// Conversion to float or double is exact. Conversion from float or double rounds once, to nearest
/// with ties to even. f16 and bf16 overflow to infinity. Integers saturate at the limits of their
/// type, and NaN becomes 0. The bits of a NaN in f16 and bf16 depend on the target. GPUs have
/// instructions for some of these conversions. All others are done by the bit operations in this
/// file, with the same bits everywhere.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

namespace detail {

/// Bit layout of float and double: an unsigned type of the same size, the number of fraction bits,
/// and the exponent bias.
template <class Real> struct Layout32or64;
template <> struct Layout32or64<float> {
  using Bits = UInt32;
  static constexpr int kFraction = 23, kBias = 127;
};
template <> struct Layout32or64<double> {
  using Bits = UInt64;
  static constexpr int kFraction = 52, kBias = 1023;
};

/// Returns 2 to the power of `exponent`, which must be the exponent of a normal number.
template <class Real> STENCILC_HD constexpr Real powerOfTwo(int exponent) {
  using Of = Layout32or64<Real>;
  return __builtin_bit_cast(Real, static_cast<typename Of::Bits>(exponent + Of::kBias)
                                      << Of::kFraction);
}

/// Returns the bits of `value` in a 16-bit format with `Fraction` fraction bits and exponent bias
/// `Bias`. Subnormal results are rounded by a floating-point addition, others by an integer
/// addition that may carry into the exponent.
template <int Fraction, int Bias, class Real>
STENCILC_HD constexpr unsigned short narrowBits(Real value) {
  using Of = Layout32or64<Real>;
  using Bits = typename Of::Bits;
  constexpr int kShift = Of::kFraction - Fraction;
  constexpr Bits kOne = 1, kSign = kOne << (8 * sizeof(Real) - 1);
  constexpr Bits kInfinite = static_cast<Bits>(2 * Of::kBias + 1) << Of::kFraction;
  constexpr auto kNarrowInfinite = static_cast<unsigned short>((2 * Bias + 1) << Fraction);
  // Smallest magnitude that rounds to infinity: half a last place above the largest finite number.
  constexpr Bits kOverflow = (static_cast<Bits>(Bias + Of::kBias) << Of::kFraction) |
                             (((kOne << (Fraction + 1)) - 1) << (kShift - 1));
  constexpr Bits kNormal = static_cast<Bits>(1 - Bias + Of::kBias) << Of::kFraction;
  const Bits all = __builtin_bit_cast(Bits, value), size = all & ~kSign;
  const auto sign = static_cast<unsigned short>((all & kSign) >> (8 * sizeof(Real) - 16));
  const Bits carried = size - (static_cast<Bits>(Of::kBias - Bias) << Of::kFraction) +
                       (((kOne << kShift) - 1) >> 1) + ((size >> kShift) & 1);
  auto narrow = static_cast<unsigned short>(carried >> kShift);
  if constexpr (Bias != Of::kBias) { // else both formats have the same subnormal range
    const Real last = powerOfTwo<Real>(1 - Bias - Fraction + Of::kFraction);
    const Bits subnormal = __builtin_bit_cast(Bits, __builtin_bit_cast(Real, size) + last) -
                           __builtin_bit_cast(Bits, last);
    narrow = size < kNormal ? static_cast<unsigned short>(subnormal) : narrow;
  }
  narrow = size >= kOverflow ? kNarrowInfinite : narrow;
  narrow = size > kInfinite ? static_cast<unsigned short>(kNarrowInfinite | (1 << (Fraction - 1)))
                            : narrow;
  return static_cast<unsigned short>(sign | narrow);
}

/// Returns the integer of type Raw that is nearest to `value`, limited to [low, high]; NaN gives 0.
/// It rounds by adding and subtracting a large number, near which floating-point numbers are
/// integers.
template <class Raw, class Real>
STENCILC_HD constexpr Raw nearestWhole(Real value, Real low, Real high) {
  constexpr Real kShift = sizeof(Real) == 8 ? Real(0x1.8p52) : Real(0x1.8p23);
  const Real number = value == value ? value : Real(0);
  const Real within = number < low ? low : number > high ? high : number;
  return static_cast<Raw>(static_cast<int>((within + kShift) - kShift));
}

} // namespace detail

/// IEEE 754 binary16 number in memory. Arithmetic converts it to float or double.
struct F16 {
  using Raw = unsigned short;
  Raw bits;

  F16() = default;
  STENCILC_HD explicit constexpr F16(float value) : bits() {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
      return;
    }
#endif
    bits = detail::narrowBits<10, 15>(value);
  }
  STENCILC_HD explicit constexpr F16(double value) : bits() {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
      return;
    }
#endif
    bits = detail::narrowBits<10, 15>(value);
  }
  STENCILC_HD explicit operator float() const {
#if defined(__CUDA_ARCH__)
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    // Read as float bits, the number is too small by the difference of the exponent biases.
    const UInt32 size = UInt32{bits} & 0x7fff, sign = (UInt32{bits} & 0x8000) << 16;
    const float scaled = __builtin_bit_cast(float, size << 13) * detail::powerOfTwo<float>(112);
    const UInt32 special = size >= 0x7c00 ? 0x7f800000 : 0;
    return __builtin_bit_cast(float, __builtin_bit_cast(UInt32, scaled) | special | sign);
#endif
  }
  STENCILC_HD explicit operator double() const { return static_cast<float>(*this); }
};

/// bfloat16 number in memory: the upper half of a float. Arithmetic converts it to float or double.
struct BF16 {
  using Raw = unsigned short;
  Raw bits;

  BF16() = default;
  STENCILC_HD explicit constexpr BF16(float value) : bits() {
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 800
    if (!__builtin_is_constant_evaluated()) {
      asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
      return;
    }
#endif
#endif
    bits = detail::narrowBits<7, 127>(value);
  }
  STENCILC_HD explicit constexpr BF16(double value) : bits(detail::narrowBits<7, 127>(value)) {}
  STENCILC_HD explicit operator float() const {
    return __builtin_bit_cast(float, UInt32{bits} << 16);
  }
  STENCILC_HD explicit operator double() const { return static_cast<float>(*this); }
};

/// Unsigned 8-bit integer in memory, 0 to 255. Arithmetic converts it to float or double.
struct U8 {
  using Raw = unsigned char;
  Raw bits;

  U8() = default;
  STENCILC_HD explicit constexpr U8(float value)
      : bits(detail::nearestWhole<Raw, float>(value, 0, 255)) {}
  STENCILC_HD explicit constexpr U8(double value)
      : bits(detail::nearestWhole<Raw, double>(value, 0, 255)) {}
  STENCILC_HD explicit operator float() const { return bits; }
  STENCILC_HD explicit operator double() const { return bits; }
};

/// Signed 16-bit integer in memory, -32768 to 32767. Arithmetic converts it to float or double.
struct I16 {
  using Raw = short;
  Raw bits;

  I16() = default;
  STENCILC_HD explicit constexpr I16(float value)
      : bits(detail::nearestWhole<Raw, float>(value, -32768, 32767)) {}
  STENCILC_HD explicit constexpr I16(double value)
      : bits(detail::nearestWhole<Raw, double>(value, -32768, 32767)) {}
  STENCILC_HD explicit operator float() const { return bits; }
  STENCILC_HD explicit operator double() const { return bits; }
};

/// Signed 32-bit integer in memory. Arithmetic converts it to double, which holds it exactly; float
/// does not.
struct I32 {
  using Raw = int;
  Raw bits;

  I32() = default;
  STENCILC_HD explicit constexpr I32(double value)
      : bits(detail::nearestWhole<Raw, double>(value, -2147483648.0, 2147483647.0)) {}
  STENCILC_HD explicit operator double() const { return bits; }
};

namespace detail {

/// True if T is one of the storage types of this file.
template <class T>
inline constexpr bool kIsStored =
    kIsSame<T, F16> || kIsSame<T, BF16> || kIsSame<T, U8> || kIsSame<T, I16> || kIsSame<T, I32>;

/// Returns the bits of a cell, zero-extended to 32 bits, for instructions that move 32-bit words.
template <class T> STENCILC_HD UInt32 toWord(const T &value) {
  return static_cast<UInt32>(value.bits) & (0xffffffffu >> (32 - 8 * sizeof(T)));
}
/// Returns the cell of type T whose bits are the low bits of `word`.
template <class T> STENCILC_HD T fromWord(UInt32 word) {
  T value;
  value.bits = static_cast<typename T::Raw>(word);
  return value;
}

} // namespace detail
} // namespace stencilc::inline STENCILC_SPACE
