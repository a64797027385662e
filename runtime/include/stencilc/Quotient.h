/// \file Quotients in float and double: the same bits on every target.
///
/// CUDA's own division takes a long way round where the numerator is zero, as in a flow at rest,
/// and approximates the reciprocal of a denominator anew for each numerator. This one does neither,
/// but begins with a test: kernels call it where several quotients have the same denominator.
#pragma once

#include "stencilc/Platform.h"
#include "stencilc/Rare.h"
#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/QuotientCuda.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// a / b, rounded to nearest.
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

/// a / b, or anything where `rare` then says so; NaN or infinite where a / b is. With kFirst `rare`
/// is told of b: by the first of several quotients by it.
template <bool kFirst> STENCILC_HD float usualQuotient(float a, float b, RareOperands &rare) {
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
  if (quotient - quotient != 0 || b - b != 0) // as a GPU has it, also of what infinity divides
    return __builtin_nanf("");
  return rare.areThere() ? 0 : quotient; // which shows in tests where nobody asks
#endif
}
STENCILC_HD float divide(float a, float b, RareOperands &rare) {
  return usualQuotient<true>(a, b, rare);
}
STENCILC_HD float divideBySame(float a, float b, RareOperands &rare) {
  return usualQuotient<false>(a, b, rare);
}

/// 1 / b, of which the same holds.
template <bool kFirst> STENCILC_HD float usualReciprocal(float b, RareOperands &rare) {
#if defined(__CUDA_ARCH__)
  const float y = gpu::approximation(b);
  if (kFirst)
    rare.takeReciprocal(y);
  return gpu::corrected(y, b);
#else
  return usualQuotient<kFirst>(1, b, rare);
#endif
}
STENCILC_HD float reciprocal(float b, RareOperands &rare) { return usualReciprocal<true>(b, rare); }
STENCILC_HD float reciprocalOfSame(float b, RareOperands &rare) {
  return usualReciprocal<false>(b, rare);
}

} // namespace stencilc::inline STENCILC_SPACE
