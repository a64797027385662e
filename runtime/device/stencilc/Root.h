/// \file Division by a square root in float and double, with the same bits on every target.
///
/// nvcc computes the root and the quotient with an approximation, a test and a branch each. On a
/// GPU overRoot uses one approximation for both, without a branch, and still rounds twice as the
/// two operations do.
#pragma once

#include "stencilc/Math.h"
#include "stencilc/Special.h"
#if STENCILC_WORLD_CUDA
#include "stencilc/cuda/RootCuda.h"
#endif

namespace stencilc::inline STENCILC_SPACE {

/// Returns c / sqrt(x): the root rounded to nearest, then the quotient rounded to nearest.
STENCILC_HD double overRoot(double c, double x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<false>(c, x);
#else
  return c / sqrt(x);
#endif
}
STENCILC_HD float overRoot(float c, float x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<false>(c, x);
#else
  return c / sqrt(x);
#endif
}

/// Returns c / sqrt(x) without tests for tiny x. Precondition: x is NaN or at least 2^-960.
STENCILC_HD double overLargeRoot(double c, double x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<true>(c, x);
#else
  return c / sqrt(x);
#endif
}
/// Returns c / sqrt(x), for 2^-100 <= |c| <= 2^100, by fast operations that are right for usual x
/// only. Registers x in `rare`, a record of extreme operands. If rare.areThere() returns true after
/// all operations, the result is arbitrary, and the caller must compute it again by overRoot(c, x).
/// With kLarge, x must be NaN or at least 2^-960.
template <bool kLarge> STENCILC_HD double usualOverRoot(double c, double x, SpecialOperands &rare) {
#if defined(__CUDA_ARCH__)
  double root;
  const double quotient = gpu::usualOverRoot(c, x, root);
  rare.takeRoot<kLarge>(x, root);
  return quotient;
#else
  rare.takeRoot<kLarge>(x, sqrt(x));
  // A visibly wrong value, so that tests find callers that do not check.
  return rare.areThere() ? 0 : c / sqrt(x);
#endif
}
STENCILC_HD double overRoot(double c, double x, SpecialOperands &rare) {
  return usualOverRoot<false>(c, x, rare);
}
STENCILC_HD double overLargeRoot(double c, double x, SpecialOperands &rare) {
  return usualOverRoot<true>(c, x, rare);
}
/// Returns c / sqrt(x) in float without tests for tiny x. Precondition: x is NaN or at least
/// 2^-100.
STENCILC_HD float overLargeRoot(float c, float x) {
#if defined(__CUDA_ARCH__)
  return gpu::overRoot<true>(c, x);
#else
  return c / sqrt(x);
#endif
}

} // namespace stencilc::inline STENCILC_SPACE
