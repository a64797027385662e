/// \file What there was among the operands of several quotients and roots, so that one question is
/// asked for all of them.
///
/// A test of each operand is a branch in the middle of arithmetic that a thread does for several
/// cells side by side. Where the question is answered with yes, all is computed again, with tests.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

class RareOperands {
public:
  /// A number under a root, and the root that was made of it; with kLarge the number is NaN or not
  /// tiny: at least 2^-960.
  template <bool kLarge> STENCILC_HD void takeRoot(double x, double root) {
    const unsigned size = upperHalf(x), last = lowerHalf(root);
    most = most < size ? size : most;
    if (!kLarge)
      least = size < least ? size : least;
    lowest = lowest < last ? last : lowest;
  }

  /// What is divided: rare is what is tiny but no zero, as remainders would lose bits.
  STENCILC_HD void takeNumerator(float a) {
    const unsigned size = 2 * bitsOf(a) - 1; // without its sign; a zero is the greatest
    leastSingle = size < leastSingle ? size : leastSingle;
  }
  STENCILC_HD void takeNumerator(double a) {
    const unsigned size = 2 * upperHalf(a) - unsigned(lowerHalf(a) == 0);
    leastDouble = size < leastDouble ? size : leastDouble;
  }
  /// An approximation of the reciprocal of a divisor: rare are divisors so large that a quotient
  /// could be subnormal. Zeros, infinities and what is no number make quotients that are NaN.
  STENCILC_HD void takeReciprocal(float, float y) { smallestSingle = lesser(y, smallestSingle); }
  STENCILC_HD void takeReciprocal(double b, double y) {
    const unsigned last = lowerHalf(b);
    lowest = lowest < last ? last : lowest;
    // The upper half, read as a float, is in order too; of infinity it is NaN.
    smallestDouble = lesser(floatOf(upperHalf(y)), smallestDouble);
  }
  /// A result that is NaN or infinite wherever one of the quotients in it is. Gives it back.
  STENCILC_HD float taken(float value) {
    nothing = fusedWithZero(value, nothing);
    return value;
  }
  STENCILC_HD double taken(double value) {
    const unsigned size = upperHalf(value) & 0x7fffffffU;
    most = most < size ? size : most;
    return value;
  }

  /// Whether anything may be wrong: of a root of what is no positive finite number or less than
  /// 2^-960; of a root or a divisor whose bits may all be set, of which a reciprocal is corrected
  /// by hand; of a numerator or divisor beyond the limits below; of a result that is not finite.
  STENCILC_HD bool areThere() const {
    const bool ofSingles = leastSingle < 2 * bitsOf(kLeastSingle) - 1 ||
                           smallestSingle < kLeastReciprocalSingle || nothing != nothing;
    const bool ofDoubles = leastDouble < 2 * upperHalf(kLeastDouble) - 1 ||
                           smallestDouble < floatOf(upperHalf(kLeastReciprocalDouble)) ||
                           most >= 0x7ff00000U || least < 0x03f00000U || lowest == 0xffffffffU;
    return __builtin_expect(ofSingles || ofDoubles, 0);
  }

  /// Limits: of a numerator that is no zero from below, of a divisor (its reciprocal) from above.
  /// So neither quotients nor remainders, as small as a numerator's last place times 2^-24 (2^-53),
  /// are subnormal.
  static constexpr float kLeastSingle = 0x1p-80f, kLeastReciprocalSingle = 0x1p-44f;
  static constexpr double kLeastDouble = 0x1p-500, kLeastReciprocalDouble = 0x1p-500;

private:
#if defined(__CUDA_ARCH__)
  static STENCILC_HD unsigned upperHalf(double x) { return unsigned(__double2hiint(x)); }
  static STENCILC_HD unsigned lowerHalf(double x) { return unsigned(__double2loint(x)); }
  static STENCILC_HD unsigned bitsOf(float x) { return __float_as_uint(x); }
  static STENCILC_HD float floatOf(unsigned bits) { return __uint_as_float(bits); }
  static STENCILC_HD float fusedWithZero(float x, float c) { return __fmaf_rn(x, 0.0f, c); }
  /// |x| or c, whichever is less; c if x is NaN.
  static STENCILC_HD float lesser(float x, float c) { return fminf(fabsf(x), c); }
#else
  static STENCILC_HD unsigned upperHalf(double x) {
    return static_cast<unsigned>(__builtin_bit_cast(UInt64, x) >> 32);
  }
  static STENCILC_HD unsigned lowerHalf(double x) {
    return static_cast<unsigned>(__builtin_bit_cast(UInt64, x));
  }
  static STENCILC_HD unsigned bitsOf(float x) { return __builtin_bit_cast(unsigned, x); }
  static STENCILC_HD float floatOf(unsigned bits) { return __builtin_bit_cast(float, bits); }
  static STENCILC_HD float fusedWithZero(float x, float c) { return x * 0 + c; }
  static STENCILC_HD float lesser(float x, float c) {
    const float size = x < 0 ? -x : x;
    return size < c ? size : c;
  }
#endif

  unsigned most = 0, least = 0xffffffff, lowest = 0;
  unsigned leastSingle = 0xffffffff, leastDouble = 0xffffffff;
  float smallestSingle = 1, smallestDouble = 1, nothing = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
