/// \file What there was among the operands of several quotients in f32 and roots in f64, so that
/// one question is asked for all of them.
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
    leastNumerator = size < leastNumerator ? size : leastNumerator;
  }
  /// An approximation of the reciprocal of a divisor: rare are divisors so large that a quotient
  /// could be subnormal. Zeros, infinities and what is no number make quotients that are NaN.
  STENCILC_HD void takeReciprocal(float y) { leastReciprocal = lesser(y, leastReciprocal); }
  /// A result that is NaN or infinite wherever one of the quotients in it is. Gives it back.
  STENCILC_HD float taken(float value) {
    nothing = fusedWithZero(value, nothing);
    return value;
  }

  /// Whether anything may be wrong: of what is no positive finite number or less than 2^-960, or of
  /// a root whose bits may all be set, of which a reciprocal is corrected by hand; of a numerator
  /// or divisor beyond the limits below, or a result that is not finite.
  STENCILC_HD bool areThere() const {
    const bool ofRoots = most >= 0x7ff00000U || least < 0x03f00000U || lowest == 0xffffffffU;
    const bool ofQuotients = leastNumerator < 2 * bitsOf(kLeastNumerator) - 1 ||
                             leastReciprocal < kLeastReciprocal || nothing != nothing;
    return __builtin_expect(ofRoots || ofQuotients, 0);
  }

  /// Limits: of a numerator that is no zero from below, of a divisor (its reciprocal) from above.
  /// So neither quotients nor remainders, as small as a numerator's last place times 2^-24, are
  /// subnormal.
  static constexpr float kLeastNumerator = 0x1p-80f, kLeastReciprocal = 0x1p-44f;

private:
#if defined(__CUDA_ARCH__)
  static STENCILC_HD unsigned upperHalf(double x) { return unsigned(__double2hiint(x)); }
  static STENCILC_HD unsigned lowerHalf(double x) { return unsigned(__double2loint(x)); }
  static STENCILC_HD unsigned bitsOf(float x) { return __float_as_uint(x); }
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
