/// \file Division in float and double, with the same bits on every target.
///
/// CUDA's division takes a slow path for zero numerators, which are common in a fluid at rest. It
/// also approximates the reciprocal again for each numerator. This division avoids both, but begins
/// with a test. Emitted kernels call it where several quotients share a denominator.
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Special.h"
#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/QuotientCuda.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// Returns a / b, rounded to nearest.
STENCILC_HD double divide(double a, double b) {
#if defined(__CUDA_ARCH__)
  return gpu::divide(a, b);
#else
  return a / b;
#endif
}
STENCILC_HD float divide(float a, float b) {
#if defined(__CUDA_ARCH__)
  return gpu::divide(a, b);
#else
  return a / b;
#endif
}

/// Returns a / b by a fast division that is right for usual operands only. Registers a, and with
/// `kFirst` b, in `rare`, a record of extreme operands. If rare.areThere() returns true after all
/// operations, the caller must compute again by divide(). The result is then arbitrary, but NaN or
/// infinite wherever a / b is. With `kFirst` false, an earlier quotient has registered b.
template <bool kFirst> STENCILC_HD float usualQuotient(float a, float b, SpecialOperands &rare) {
  rare.takeNumerator(a);
#if defined(__CUDA_ARCH__)
  float y;
  const float quotient = gpu::usualQuotient(a, b, y);
  if (kFirst)
    rare.takeReciprocal(y);
  return quotient;
#else
  const float quotient = a / b;
  if (kFirst)
    rare.takeReciprocal(1 / b);
  // A GPU gives NaN for these, also for finite / infinite.
  if (quotient - quotient != 0 || b - b != 0)
    return __builtin_nanf("");
  // A visibly wrong value, so that tests find callers that do not check.
  return rare.areThere() ? 0 : quotient;
#endif
}
STENCILC_HD float divide(float a, float b, SpecialOperands &rare) {
  return usualQuotient<true>(a, b, rare);
}
STENCILC_HD float divideBySame(float a, float b, SpecialOperands &rare) {
  return usualQuotient<false>(a, b, rare);
}

/// Returns 1 / b by a fast division that is right for usual operands only. With `kFirst`, registers
/// b in `rare`, a record of extreme operands. If rare.areThere() returns true after all operations,
/// the result is arbitrary, and the caller must compute it again by divide().
template <bool kFirst> STENCILC_HD float usualReciprocal(float b, SpecialOperands &rare) {
#if defined(__CUDA_ARCH__)
  const float y = gpu::approximation(b);
  if (kFirst)
    rare.takeReciprocal(y);
  return gpu::corrected(y, b);
#else
  return usualQuotient<kFirst>(1, b, rare);
#endif
}
STENCILC_HD float reciprocal(float b, SpecialOperands &rare) {
  return usualReciprocal<true>(b, rare);
}
STENCILC_HD float reciprocalOfSame(float b, SpecialOperands &rare) {
  return usualReciprocal<false>(b, rare);
}

} // namespace stencilc::inline STENCILC_SPACE
