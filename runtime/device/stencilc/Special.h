/// \file Deferred checks for the special operands of several divisions in f32 and square roots in
/// f64, so that one test serves all of them.
///
/// A test of each operand would be a branch in the middle of arithmetic that a thread does for
/// several cells at once. If the common test fails, the caller computes everything again with
/// individual tests.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

/// Record of the most extreme operands of several fast divisions and roots. The member areThere()
/// tells if one of them needs the slow path: slower code that is right for all operands.
class SpecialOperands {
public:
  /// Registers the operand `x` and the computed `root` of a fast square root: keeps the extreme
  /// values of all registered ones, which areThere() compares with limits. With kLarge, x must be
  /// NaN or at least 2^-960.
  template <bool kLarge> STENCILC_HD void takeRoot(double x, double root) {
    const unsigned size = upperHalf(x), last = lowerHalf(root);
    most = most < size ? size : most;
    if (!kLarge)
      least = size < least ? size : least;
    lowest = lowest < last ? last : lowest;
  }

  /// Registers the numerator `a` of a fast division: keeps the smallest non-zero absolute value of
  /// all numerators. areThere() returns true if it is too small. Then bits of a remainder could be
  /// lost, and the slow path of division is needed.
  STENCILC_HD void takeNumerator(float a) {
    const unsigned size = 2 * bitsOf(a) - 1; // without its sign; zero wraps to the largest value
    leastNumerator = size < leastNumerator ? size : leastNumerator;
  }
  /// Registers `y`, the approximate reciprocal of a divisor: keeps the smallest absolute value. If
  /// it is too small, areThere() returns true, because a quotient could be subnormal. Zero,
  /// infinite and NaN divisors need no check here. Their quotients are infinite or NaN, which
  /// taken() detects.
  STENCILC_HD void takeReciprocal(float y) { leastReciprocal = lesser(y, leastReciprocal); }
  /// Returns `value`, a result computed from fast quotients. If it is NaN or infinite, areThere()
  /// returns true from now on. Precondition: `value` is NaN or infinite if one of the quotients is.
  STENCILC_HD float taken(float value) {
    nothing = fusedWithZero(value, nothing);
    return value;
  }

  /// Returns true if any of the operands so far needs the slow path. A root needs it if its operand
  /// is below 2^-960 or not finite, or if the low 32 bits of the root are all set. A quotient needs
  /// it if its result is not finite or, in absolute value, a non-zero numerator is below
  /// kLeastNumerator or the divisor's reciprocal below kLeastReciprocal.
  STENCILC_HD bool areThere() const {
    const bool ofRoots = most >= 0x7ff00000U || least < 0x03f00000U || lowest == 0xffffffffU;
    const bool ofQuotients = leastNumerator < 2 * bitsOf(kLeastNumerator) - 1 ||
                             leastReciprocal < kLeastReciprocal || nothing != nothing;
    return __builtin_expect(ofRoots || ofQuotients, 0);
  }

  /// Limits of fast quotients: a numerator must be 0 or have at least the absolute value
  /// kLeastNumerator. The absolute value of 1 / divisor must be at least kLeastReciprocal. Then
  /// neither the quotient nor its remainder loses bits because a number is too small.
  static constexpr float kLeastNumerator = 0x1p-80f, kLeastReciprocal = 0x1p-44f;

private:
#if defined(__CUDA_ARCH__)
  static STENCILC_HD unsigned upperHalf(double x) { return unsigned(__double2hiint(x)); }
  static STENCILC_HD unsigned lowerHalf(double x) { return unsigned(__double2loint(x)); }
  static STENCILC_HD unsigned bitsOf(float x) { return __float_as_uint(x); }
  static STENCILC_HD float fusedWithZero(float x, float c) { return __fmaf_rn(x, 0.0f, c); }
  /// Returns the smaller of |x| and c, or c if x is NaN.
  static STENCILC_HD float lesser(float x, float c) { return fminf(fabsf(x), c); }
#else
  static STENCILC_HD unsigned upperHalf(double x) {
    return static_cast<unsigned>(__builtin_bit_cast(UInt64, x) >> 32);
  }
  static STENCILC_HD unsigned lowerHalf(double x) {
    return static_cast<unsigned>(__builtin_bit_cast(UInt64, x));
  }
  static STENCILC_HD unsigned bitsOf(float x) { return __builtin_bit_cast(unsigned, x); }
  static STENCILC_HD float fusedWithZero(float x, float c) { return x * 0 + c; }
  static STENCILC_HD float lesser(float x, float c) {
    const float size = x < 0 ? -x : x;
    return size < c ? size : c;
  }
#endif

  unsigned most = 0, least = 0xffffffff, lowest = 0;
  unsigned leastNumerator = 0xffffffff;
  float leastReciprocal = 1, nothing = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
