/// \file Quotient.h on a GPU: an approximation of 1 / b that is corrected until reciprocal and
/// quotient are rounded as IEEE 754 requires.
///
/// The reciprocal r = RN(1/b), from an approximation y with e = 1 - b y:
///
/// f32: r = RN(y + y RU(e + e e)). It was tested with all b of an exponent and all y within one
/// unit of 1/b in the last place, the bound in the PTX manual. It is always right. The simpler y +
/// y e would fail for one b.
///
/// f64: y1 = RN(y + y (e + e e)) with y of 20 bits, then r = RN(y1 + y1 (1 - b y1)). It is right
/// except for the b whose bits are all set, whose reciprocal ends in ...01, not 00. RootCuda.h
/// lists the numbers whose reciprocals are near a midpoint, and how they were found.
///
/// The quotient: with q = RN(a r), RN(q + (a - b q) r) is RN(a/b), because r is correctly rounded
/// (P. Markstein, Computation of elementary functions on the IBM RISC System/6000 processor, IBM J.
/// Res. Dev. 34 (1990)). A zero quotient may have the wrong sign, so the sign is set explicitly.
///
/// Within the limits below, r, q and a - b q neither overflow nor lose bits. Outside the limits,
/// and for NaNs and infinities, CUDA's own division is used. test/bundle/quotients.cu compares
/// both.
#pragma once

#include "stencilc/Version.h"

namespace stencilc::inline STENCILC_SPACE::gpu {

/// Returns 1 / b, rounded to nearest, for 2^-120 <= |b| <= 2^120.
__device__ __forceinline__ double reciprocal(double b) {
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(b));
  const double e = __fma_rn(-b, y, 1.0);
  y = __fma_rn(__fma_rn(e, e, e), y, y);
  const double r = __fma_rn(__fma_rn(-b, y, 1.0), y, y);
  const bool allSet = (__double2loint(b) & (__double2hiint(b) | 0xfff00000)) == 0xffffffff;
  return __hiloint2double(__double2hiint(r), allSet ? 1 : __double2loint(r));
}

/// Returns the hardware's approximation of 1 / b. It is infinite for zeros and subnormals, and zero
/// for |b| above 2^126.
__device__ __forceinline__ float approximation(float b) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
  return y;
}
/// Returns 1 / b, rounded to nearest, from its approximation y, for 2^-126 <= |b| <= 2^44.
__device__ __forceinline__ float corrected(float y, float b) {
  const float e = __fmaf_rn(-b, y, 1.0f);
  return __fmaf_rn(__fmaf_ru(e, e, e), y, y);
}
/// Returns 1 / b, rounded to nearest, for 2^-35 <= |b| <= 2^35.
__device__ __forceinline__ float reciprocal(float b) { return corrected(approximation(b), b); }

/// Returns true if a positive floating-point number lies in [2^-k, 2^k). `number` has the upper 32
/// bits of the floating-point number. `bias` is the bias of its exponent, and `bits` the number of
/// bits below the exponent in `number`.
__device__ __forceinline__ bool isWithin(unsigned number, int k, int bias, int bits) {
  return number - (unsigned(bias - k) << bits) < unsigned(2 * k) << bits;
}

/// Returns a / b by CUDA's division. Not inlined, so that its instructions exist once.
static __device__ __noinline__ double slowQuotient(double a, double b) { return __ddiv_rn(a, b); }
static __device__ __noinline__ float slowQuotient(float a, float b) { return __fdiv_rn(a, b); }

__device__ __forceinline__ double divide(double a, double b) {
  const unsigned highA = __double2hiint(a), highB = __double2hiint(b);
  const unsigned sizeA = highA & 0x7fffffff, sizeB = highB & 0x7fffffff;
  const bool isZero = (sizeA | unsigned(__double2loint(a))) == 0;
  if (!isWithin(sizeB, 120, 1023, 20) || !(isWithin(sizeA, 880, 1023, 20) || isZero)) [[unlikely]]
    return slowQuotient(a, b);
  const double r = reciprocal(b), q = __dmul_rn(a, r);
  const double quotient = __fma_rn(__fma_rn(-b, q, a), r, q);
  const unsigned size = unsigned(__double2hiint(quotient)) & 0x7fffffff;
  return __hiloint2double(int(size | ((highA ^ highB) & 0x80000000)), __double2loint(quotient));
}
__device__ __forceinline__ float divide(float a, float b) {
  const unsigned bitsA = __float_as_uint(a), bitsB = __float_as_uint(b);
  const unsigned sizeA = bitsA & 0x7fffffff, sizeB = bitsB & 0x7fffffff;
  if (!isWithin(sizeB, 35, 127, 23) || !(isWithin(sizeA, 85, 127, 23) || sizeA == 0)) [[unlikely]]
    return slowQuotient(a, b);
  const float r = reciprocal(b), q = __fmul_rn(a, r);
  const float quotient = __fmaf_rn(__fmaf_rn(-b, q, a), r, q);
  return __uint_as_float((__float_as_uint(quotient) & 0x7fffffff) | ((bitsA ^ bitsB) & 0x80000000));
}

/// Returns `bits` with the sign of `sign`, in one instruction; from C++ the compiler makes two.
__device__ __forceinline__ int signedAs(int bits, int sign) {
  int both;
  asm("lop3.b32 %0, %1, %2, 0x80000000, 0xd8;" : "=r"(both) : "r"(bits), "r"(sign));
  return both;
}

/// Returns a / b, rounded to nearest, if the operands are within the limits of SpecialOperands
/// (Special.h). Otherwise the result is arbitrary, but NaN or infinite wherever a / b is. Sets `y`
/// to an approximation of 1 / b.
__device__ __forceinline__ float usualQuotient(float a, float b, float &y) {
  y = approximation(b);
  const float r = corrected(y, b);
  const float q = __fmul_rn(a, r), quotient = __fmaf_rn(__fmaf_rn(-b, q, a), r, q);
  return __int_as_float(signedAs(__float_as_int(quotient), __float_as_int(q)));
}

} // namespace stencilc::inline STENCILC_SPACE::gpu
