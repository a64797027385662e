/// \file Root.h on a GPU: one approximation of 1 / sqrt(x) that is corrected until root and
/// quotient are rounded as IEEE 754 requires. It has no branches, so that the compiler can
/// interleave the cells of a thread.
///
/// Notation: Q is the unit roundoff (2^-24 or 2^-53), y an approximation of 1/sqrt(x), s =
/// RN(sqrt(x)) and r = RN(1/s).
///
/// The root: g = RN(x y), d = x - g g, s = RN(g + d y/2) (P. Markstein, Computation of elementary
/// functions on the IBM RISC System/6000 processor, IBM J. Res. Dev. 34 (1990)). Before the last
/// rounding it differs from sqrt(x) by a few Q^2. So s is wrong only if a midpoint of two adjacent
/// numbers lies in between.
///
/// The reciprocal: e = 1 - s y, r = RN(y + y e). Here y + y e = (1 - e e)/s, which is below 1/s by
/// e e (same paper). In f32 this error is too large, so r = RN(y + y RU(e + e e)), which is below
/// 1/s by e e e.
///
/// The quotient: with q = RN(c r), RN(q + (c - s q) r) is RN(c/s), because r is correctly rounded
/// (same paper). For c = 1 it is r itself.
///
/// Evidence that each step is right, for any y that the hardware may return within a bound:
///
/// f32: The root's operations are those of nvcc's own sqrt.rn.f32. They were tested with all x of
/// two exponents and all y within 2^-22.9 (the bound in the PTX manual), 5.1e7 cases. Two pairs (x,
/// y) fail, with y off by more than 1.6 units of 2^-24. test/bundle/roots.cu checks with all 2^32 x
/// that the hardware gives no such y. The reciprocal is right in all these cases. In a wider test
/// with all y within 2^-22.4, it is wrong in four of 7.2e7 cases. Simpler formulas for r are wrong
/// more often: y + y RN(e + e e) for two s, and y + y e for four s.
///
/// f64: y is computed from an approximation y0 of 21 bits as y0 + y0 e (1/2 + 3/8 e). Here e = 1 -
/// x y0 y0, and y0 y0 is exact. The error is 5/16 e^3, less than 0.06 Q before rounding if y0 is
/// within 2^-19.5. The test roots.cu checks this for all upper halves of x; the approximation reads
/// no more of x.
///
/// Only numbers near a midpoint can be rounded wrong. The x whose root lies within 8 Q^2 of a
/// midpoint M/2 solve M^2 = X - j, |j| <= 72, modulo 2^54 or 2^55. There are 28 such x in two
/// exponents. The s whose reciprocal lies within 6 Q^2 of a midpoint divide 2^106 + j, |j| <= 6.
/// There are 184 such s. This method is that of J. Harrison, Formal verification of IA-64 division
/// algorithms, TPHOLs 2000. For all these x and s, with all possible y, root and reciprocal are
/// right. The one exception is the s whose bits are all set: its reciprocal ends in ...01, not 00.
///
/// Quotients were tested with all pairs of 4 to 12 bits. In addition for f32 with all that lie
/// within 6 units of 2^-48 of a midpoint (3.5e7), and for f64 with 2.3e7 such pairs with random s.
///
/// Scaling: below 2^-100 (f32) or 2^-960 (f64) d would lose bits to underflow. Such x, including
/// zeros and negative numbers, are first multiplied by a power of 4, and the result by the root of
/// that power. For x that is not positive and finite, the result is c y: an infinity, a zero or
/// NaN.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE::gpu {

/// Returns c / sqrt(x) with two roundings, of the root and of the quotient. |c| must be from 2^-30
/// to 2^30. If `kLarge` is true, x must be NaN or at least 2^-100, which saves a test. Otherwise x
/// may be any number.
template <bool kLarge> __device__ __forceinline__ float quickOverRoot(float c, float x) {
  const bool isTiny = !kLarge && x < 0x1p-100f;
  if (isTiny)
    x *= 0x1p64f;
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  const float g = __fmul_rn(x, y);
  const float s = __fmaf_rn(__fmaf_rn(-g, g, x), __fmul_rn(y, 0.5f), g);
  const float e = __fmaf_rn(-s, y, 1.0f);
  const float r = __fmaf_rn(__fmaf_ru(e, e, e), y, y);
  const float q = __fmul_rn(c, r);
  float quotient = c == 1 ? r : __fmaf_rn(__fmaf_rn(-s, q, c), r, q);
  quotient = quotient == quotient ? quotient : c * y; // 0 * infinity gave NaN
  return isTiny ? quotient * 0x1p32f : quotient;
}

/// Square root and its reciprocal for 2^-960 <= x < infinity. The values are arbitrary for other x.
struct UsualRoot {
  double first;      // the hardware's approximation of 1 / sqrt(x)
  double root;       // RN(sqrt(x))
  double reciprocal; // RN(1/root), except for the root whose bits are all set
};
__device__ __forceinline__ UsualRoot usualRoot(double x) {
  UsualRoot of;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(of.first) : "d"(x));
  const double e = __fma_rn(-x, __dmul_rn(of.first, of.first), 1.0);
  const double y = __fma_rn(__fma_rn(e, 0.375, 0.5), __dmul_rn(of.first, e), of.first);
  const double half = __hiloint2double(__double2hiint(y) - 0x00100000, __double2loint(y));
  const double g = __dmul_rn(x, y);
  of.root = __fma_rn(__fma_rn(-g, g, x), half, g);
  of.reciprocal = __fma_rn(__fma_rn(-of.root, y, 1.0), y, y);
  return of;
}

/// Returns c / root, rounded to nearest, from the reciprocal of `root`, which must be rounded to
/// nearest as well.
__device__ __forceinline__ double quotientBy(double c, double root, double reciprocal) {
  const double q = __dmul_rn(c, reciprocal);
  return c == 1 ? reciprocal : __fma_rn(__fma_rn(-root, q, c), reciprocal, q);
}

/// Returns c / sqrt(x) with two roundings, of the root and of the quotient, for 2^-100 <= |c| <=
/// 2^100 and 2^-960 <= x < infinity. The result may be wrong for the one root whose bits are all
/// set. Sets `root` to sqrt(x), rounded to nearest.
__device__ __forceinline__ double usualOverRoot(double c, double x, double &root) {
  const UsualRoot of = usualRoot(x);
  root = of.root;
  return quotientBy(c, of.root, of.reciprocal);
}

/// Returns x * 2^256 if the upper half of x is at most `limit`, else x. The function is assembly
/// with a jump, which ptxas turns into a predicate. In other forms, the compiler would always
/// compute the product and then select.
__device__ __forceinline__ double scaledUpTo(int limit, double x) {
  asm("{ .reg .pred isUsual;\n"
      "  setp.gt.s32 isUsual, %1, %2;\n"
      "  @isUsual bra done;\n"
      "  mul.rn.f64 %0, %0, %3;\n"
      "done: }"
      : "+d"(x)
      : "r"(__double2hiint(x)), "r"(limit), "d"(0x1p256));
  return x;
}

/// Returns c / sqrt(x) with two roundings, of the root and of the quotient. |c| must be from 2^-100
/// to 2^100. If `kLarge` is true, x must be NaN or at least 2^-960, which saves a test. Otherwise x
/// may be any number.
template <bool kLarge> __device__ __forceinline__ double quickOverRoot(double c, double x) {
  constexpr int kTiny = 0x03efffff; // upper half of the largest number below 2^-960
  // Added to the exponent of the quotient below.
  const int exponents = kLarge || __double2hiint(x) > kTiny ? 0 : 128 << 20;
  if (!kLarge)
    x = scaledUpTo(kTiny, x);
  const UsualRoot of = usualRoot(x);
  const bool allSet =
      (__double2loint(of.root) & (__double2hiint(of.root) | 0xfff00000)) == 0xffffffff;
  const double r =
      __hiloint2double(__double2hiint(of.reciprocal), allSet ? 1 : __double2loint(of.reciprocal));
  double quotient = quotientBy(c, of.root, r);
  quotient = __hiloint2double(__double2hiint(quotient) + exponents, __double2loint(quotient));
  // The approximation reads only the upper half of x, that of infinity and of some NaNs with a
  // non-zero lower half. Other x with a non-zero lower half that get here are negative or NaN.
  const double other = __double2loint(x) ? __hiloint2double(0x7ff80000, 0) : c * of.first;
  // Tests for positive and finite: the upper half of such a double, read as a float, is so too.
  return __int_as_float(__double2hiint(of.first)) > 0 ? quotient : other;
}

/// Returns c / sqrt(x) with two roundings, of the root and of the quotient. Tests if |c| is in the
/// range of the fast path. The compiler removes this test if `c` is a literal. If `kLarge` is true,
/// x must be NaN or at least 2^-100.
template <bool kLarge> __device__ __forceinline__ float overRoot(float c, float x) {
  const float size = fabsf(c);
  return size >= 0x1p-30f && size <= 0x1p30f ? quickOverRoot<kLarge>(c, x)
                                             : __fdiv_rn(c, __fsqrt_rn(x));
}
template <bool kLarge> __device__ __forceinline__ double overRoot(double c, double x) {
  const double size = fabs(c);
  return size >= 0x1p-100 && size <= 0x1p100 ? quickOverRoot<kLarge>(c, x)
                                             : __ddiv_rn(c, __dsqrt_rn(x));
}

} // namespace stencilc::inline STENCILC_SPACE::gpu
